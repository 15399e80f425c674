import type { Composition } from './composition.ts';
import type { RecordEntry, Story } from './office-actions.ts';
import { handleNode, writeApplication } from './permit-stories.ts';
import { createRandom } from './random.ts';
import { createWalk, type Walk } from './walk.ts';

/**
 * Recent applications whose clock stands still or was extended: a correction in each of its states, a suspension, and
 * an extension (docs/decisions/0086, 0232). Each story stops after its last step, so that every status has an order.
 */

const day = 86_400_000;
/** The minimum number of orders for each of these stories; with fewer orders, the office gets fewer stories. */
const ordersPerStory = 20;

const clerk = 'wangfang';
const reviewer = 'chenjing';
const examiner = 'dengtao';
const leader = 'chengliwei';

const recordStories: readonly ((walk: Walk) => void)[] = [
  // 36 待网上补正
  (walk) => askCorrection(walk, 1),
  // 34 补正待审核
  (walk) => {
    askCorrection(walk, 1);
    submitCorrection(walk);
  },
  // 17 补正完成
  (walk) => {
    askCorrection(walk, 1);
    submitCorrection(walk);
    walk.wait(0.1, 0.3);
    const input = { verdicts: [{ qualified: true, reason: '' }], acceptsIncomplete: false };
    change(walk, reviewer, { kind: 'correction', nodeId: 'preview', command: 'accept', input });
  },
  // 37 待线下补正
  (walk) => askCorrection(walk, 2),
  // 19 放弃补正
  (walk) => {
    askCorrection(walk, 2);
    walk.wait(0.2, 0.6);
    const input = { reason: '申请人来电表示不再补正' };
    change(walk, clerk, { kind: 'correction', nodeId: 'preview', command: 'abandon', input });
  },
  // 7 待补正
  (walk) => askCorrection(walk, null),
  (walk) => {
    reachAcceptance(walk);
    const input = { ground: 'authority-answer', reason: '经营场所的规划用途须待自然资源部门书面答复' };
    change(walk, examiner, { kind: 'suspension', nodeId: 'accept', command: 'suspend', opens: true, input });
  },
  (walk) => {
    reachAcceptance(walk);
    const input = { days: 5, reason: '现场核查须待申请人整改完成', granted: 0 };
    change(walk, examiner, { kind: 'extension', nodeId: 'accept', command: 'request', opens: true, input });
    walk.wait(0.1, 0.4);
    const answer = { reason: '同意' };
    change(walk, leader, { kind: 'extension', nodeId: 'accept', command: 'approve', input: answer });
  },
];

/** Composes the stories; each begins early enough that all its steps are in the past. */
export function composeRecordStories({ seed, endsAt, orders, holidays }: Composition): Story[] {
  const selected = recordStories.slice(0, Math.floor(orders / ordersPerStory));
  return selected.map((compose, index) => {
    // Numbers beyond those of all other orders: each applicant has one.
    const number = 5 * orders + index;
    for (let daysAgo = 1; ; daysAgo += 1) {
      const walk = createWalk(
        createRandom(seed + number),
        new Date(endsAt.getTime() - daysAgo * day),
        holidays,
      );
      walk.do(clerk, { act: 'start', entry: writeApplication(walk, number).start });
      walk.wait(0.05, 0.3);
      compose(walk);
      if (walk.steps.every(({ at }) => at <= endsAt))
        return { taskCode: 'permit-application', steps: walk.steps };
    }
  });
}

function change(walk: Walk, person: string, entry: RecordEntry): void {
  walk.do(person, { act: 'record', entry });
}

/** Asks for one missing material: online (1), at the window (2), or in a way that is still open. */
function askCorrection(walk: Walk, category: 1 | 2 | null): void {
  const paper = { id: null, name: '经营场所使用证明', problem: 2, reason: '请补交租赁合同或者产权证明' };
  const input = { category, limit: { amount: 10, unit: 1 }, papers: [paper] };
  change(walk, reviewer, { kind: 'correction', nodeId: 'preview', command: 'ask', opens: true, input });
}

function submitCorrection(walk: Walk): void {
  walk.wait(0.2, 0.8);
  const entry = { kind: 'correction', nodeId: 'preview', command: 'submit', input: { remark: '' } } as const;
  change(walk, clerk, { ...entry, files: ['经营场所使用证明.pdf'] });
}

function reachAcceptance(walk: Walk): void {
  handleNode(walk, reviewer, 'preview', 'pass', '材料形式审查通过');
  walk.wait(0.05, 0.3);
  handleNode(walk, clerk, 'receive', 'receive', '纸质材料已核对原件');
  walk.wait(0.1, 0.4);
}
