import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { type PetitionFacts, petitions } from '#contract/petitions.ts';
import type { PrintPart } from '../prints/print-parts.ts';
import { answerCalls, renderPart } from '../test-screen.tsx';
import { PetitionTab } from './PetitionTab.tsx';

afterEach(() => vi.unstubAllGlobals());

const code = '2026000301';
const keyOf = (method: string, path: string) => `${method} ${path.replace(':workorderCode', code)}`;
const stage = (part: Partial<PetitionFacts['stages'][number]>): PetitionFacts['stages'][number] => ({
  ...{ label: '办理', workorderCode: '2026000147', isThis: false, status: 9, statusLabel: '正常办结' },
  ...{ limitText: '60 个自然日', startedOn: '2026-10-26', dueOn: '2026-12-25', endedOn: '2026-11-17' },
  ...part,
});
const facts: PetitionFacts = {
  ...{ judgement: null, links: [], mayLink: false, stageLabel: '复查', concluded: false },
  stages: [
    stage({}),
    stage({
      ...{ label: '复查', workorderCode: code, isThis: true, limitText: '30 个自然日', endedOn: null },
      ...{ startedOn: '2026-12-01', dueOn: '2026-12-31' },
    }),
  ],
  next: { name: '复核', taskCode: 'petition-letter', lastDay: null, problem: '办结后才能申请复核' },
};
const person = (number: number, name: string, certCode: string) => ({
  ...{ number, name, certCode, mobile: '' },
  isRepresentative: number === 1,
});
const masked = [person(1, '**英', '**************002X'), person(2, '**军', '')];
const clear = [person(1, '童秀英', '11010519491231002X'), person(2, '方建军', '')];

function showTab(shown: PetitionFacts, requests: Record<string, unknown>[] = []) {
  answerCalls({
    [keyOf('GET', petitions.ofOrder.path)]: () => shown,
    [keyOf('GET', petitions.similarToOrder.path)]: () => ({ months: 6, rows: [] }),
    [keyOf('GET', jointPetitioners.list.path)]: () => ({
      ...{ rows: masked, mayImport: false, mayReveal: true, maxRepresentatives: 5 },
    }),
    [keyOf('POST', jointPetitioners.reveal.path)]: () => ({ rows: clear }),
    [keyOf('POST', jointPetitioners.export.path)]: ({ body }) => {
      requests.push(body as Record<string, unknown>);
      return { fileName: '名单.xlsx', file: '' };
    },
  });
  const onPrint = vi.fn<(part: PrintPart) => void>();
  renderPart(<PetitionTab code={code} onPrint={onPrint} />);
  return onPrint;
}

describe('the stages of a petition (信访工作条例 art. 34 to 36)', () => {
  it('are a chain of its orders with their own limits, and what may follow', async () => {
    showTab(facts);
    const chain = await screen.findByRole('region', { name: '三级办理' });
    expect(
      within(chain)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '办理2026000147正常办结限 60 个自然日2026-10-26 登记2026-11-17 办结',
      `复查${code}（本件）正常办结限 30 个自然日2026-12-01 登记2026-12-31 到期`,
      '复核办结后才能申请复核',
    ]);
    expect(within(chain).getByRole('link', { name: '2026000147' }).getAttribute('href')).toContain(
      '2026000147',
    );
  });

  it('lead to the registration of the next one, and end after the third', async () => {
    showTab({
      ...facts,
      next: { ...facts.next, name: '复核', taskCode: 'p', lastDay: '2027-01-04', problem: '' },
    });
    const link = await screen.findByRole('link', { name: '登记复核' });
    expect(link.getAttribute('href')).toBe(`/initiation/p?reviewOf=${code}`);
    expect(screen.getByText('可在 2027-01-04 前（含当日）申请')).toBeDefined();
  });

  it('keep the place of 复核 on the answered order while its 复查 runs', async () => {
    const [answered, running] = facts.stages.map((shown, index) => stage({ ...shown, isThis: index === 0 }));
    if (!answered || !running || !facts.next) throw new Error('The chain has two orders');
    const next = { ...facts.next, name: '复查', problem: `已申请复查，流水号 ${code}` };
    showTab({ ...facts, stageLabel: '办理', stages: [answered, running], next });
    const chain = await screen.findByRole('region', { name: '三级办理' });
    const shown = within(chain).getAllByRole('listitem');
    expect(shown.at(-1)?.textContent).toBe('复核复查答复后可以申请');
    expect(shown).toHaveLength(3);
    expect(screen.queryByRole('link', { name: '登记复查' })).toBeNull();
  });

  it('hide an order that the reader may not open', async () => {
    showTab({
      ...facts,
      concluded: true,
      stages: [stage({ workorderCode: '', startedOn: null, endedOn: null })],
    });
    expect(await screen.findByText('无查阅权限，不显示内容')).toBeDefined();
    expect(screen.getByText('已三级终结，以同一事实和理由再次信访的不再受理。')).toBeDefined();
  });
});

describe('the list of names of a joint petition', () => {
  it('is printed and exported as it is shown: masked, or in full after it was revealed', async () => {
    const requests: Record<string, unknown>[] = [];
    const onPrint = showTab(facts, requests);
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined }),
    );
    fireEvent.click(await screen.findByRole('button', { name: /打印名单/ }));
    fireEvent.click(screen.getByRole('button', { name: /导出名单/ }));
    await waitFor(() => expect(requests).toEqual([{ full: false }]));
    fireEvent.click(screen.getByRole('button', { name: /显示敏感信息/ }));
    await screen.findByText('童秀英');
    fireEvent.click(screen.getByRole('button', { name: /打印名单/ }));
    fireEvent.click(screen.getByRole('button', { name: /导出名单/ }));
    await waitFor(() => expect(requests).toEqual([{ full: false }, { full: true }]));
    const [first, second] = onPrint.mock.calls.map(([part]) => part);
    expect([first?.isMasked, second?.isMasked]).toEqual([true, false]);
    renderPart(
      <table>
        <tbody>{second?.rows}</tbody>
      </table>,
    );
    expect(screen.getByRole('row', { name: '1 童秀英 是 11010519491231002X' })).toBeDefined();
  });
});
