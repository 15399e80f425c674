import { initiation } from '#contract/initiation.ts';
import { sideRecords } from '#contract/side-records.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { petition } from '#test/world/start-data.ts';
import type { Caller } from './caller.ts';

type Account = 'zhangwei' | 'liuyang' | 'wujianguo' | 'sunlei' | 'fangning';

/** Merged letters have applicants of their own. */
const mergedNumbers = 7_000;

/**
 * Gives commands on side records of a letter that waits for its receipt; `number` selects the kinds. The letter is as open
 * afterwards as before.
 */
export async function changeRecords(
  { act, traceOf }: Pick<Caller, 'act'> & { traceOf(account: 'liuyang'): Promise<string> },
  order: { id: string; code: string },
  number: number,
): Promise<void> {
  /** Merges a second letter into this one, and parts them again; the second stays open. */
  async function mergeAndPart(): Promise<void> {
    const second = await act<{ workorderId: string; workorderCode: string }>(
      'zhangwei',
      'start',
      initiation.initiate.path,
      { ...petition(number + mergedNumbers).start },
    );
    const path = sideRecords.merge.path.replace(':workorderCode', second.workorderCode);
    const give = (body: object) =>
      act('liuyang', 'record merge', path, { reason: '同一小区', ...body }, second.workorderId);
    await give({ command: 'merge', mainCode: order.code });
    await give({ command: 'part', recordId: 1 });
  }

  /** Opens a letter of supervision, which is sent back once and then accepted or waived. */
  async function supervise(): Promise<void> {
    const path = sideRecords.supervision.path.replace(':workorderCode', order.code);
    const give = (account: Account, body: object) => act(account, 'record supervision', path, body, order.id);
    const id = number % 3 === 1 ? 3 : 1;
    const lastDay = localDateOf(new Date());
    const answer = {
      command: 'answer',
      recordId: id,
      cause: 'complex',
      text: '正在核实',
      promisedOn: lastDay,
    };
    await give('sunlei', {
      ...{ command: 'open', grounds: ['asked-again'], demand: '请尽快办理', answerDays: 2, card: 'yellow' },
    });
    await give('liuyang', answer);
    await give('sunlei', { command: 'sendBack', recordId: id, reason: '请写明日期', answerDays: 2 });
    if (number % 2 === 0)
      return void (await give('wujianguo', { command: 'waive', recordId: id, reason: '已当面汇报' }));
    await give('liuyang', answer);
    await give('fangning', { command: 'accept', recordId: id });
  }

  /** Stops the order and resumes it, and lets a leader extend it: commands on side records. */
  async function suspendAndExtend(): Promise<void> {
    const record = (account: Account, kind: 'suspension' | 'extension', body: object) =>
      act(
        account,
        `record ${kind}`,
        sideRecords[kind].path.replace(':workorderCode', order.code),
        { reason: '等待有关部门答复', ...body },
        order.id,
      );
    const traceId = await traceOf('liuyang');
    await record('liuyang', 'suspension', { command: 'suspend', traceId, ground: 'other' });
    await record('wujianguo', 'extension', { command: 'grant', days: 3, granted: 0 });
    await record('liuyang', 'suspension', { command: 'resume', recordId: 1 });
  }

  if (number % 3 === 1) await suspendAndExtend();
  if (number % 5 < 2) await supervise();
  if (number % 5 === 4) await mergeAndPart();
}
