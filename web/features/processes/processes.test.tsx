import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FormOfSteps, processes, stepSheet } from '#contract/processes.ts';
import { newPlan, newStep, type StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { ProcessesScreen } from './ProcessesScreen.tsx';
import { StepsEditor } from './steps/StepsEditor.tsx';

/** 流程, as the configuration administrator edits them (decision 0171). */

vi.mock('#web/toolkit/diagram/ProcessDiagram.tsx', () => ({ ProcessDiagram: () => <p>流程图</p> }));

const row = {
  id: 'petition-letter:2',
  key: 'petition-letter',
  name: '群众来信办理',
  version: 2,
  publishedAt: '2026-11-20T02:00:00.000Z',
  publishedBy: '肖涵',
  items: [{ taskCode: 'petition-letter', name: '群众来信办理' }],
  running: 12,
};
const lintResult = {
  problems: [],
  hints: [],
  process: { key: 'street-stall', name: '占道经营', current: null },
  changes: [],
};

beforeEach(() => {
  localStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('list of processes', () => {
  it('shows the items that use a process and the number of its running orders', async () => {
    answerCalls({ [`GET ${processes.overview.path}`]: () => ({ rows: [row] }) });
    renderPart(<ProcessesScreen />);
    const line = await screen.findByRole('row', { name: /群众来信办理/ });
    expect(line.textContent).toContain('第 2 版群众来信办理12肖涵');
    expect(within(line).getByRole('link').getAttribute('href')).toBe('/business/processes/petition-letter');
  });

  it('explains processes to an empty office, and creates one with its own name', async () => {
    answerCalls({ [`GET ${processes.overview.path}`]: () => ({ rows: [] }) });
    const { router } = renderPart(<ProcessesScreen />);
    expect(await screen.findByText('还没有流程')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: '新建流程' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '填写步骤' }));
    expect(await within(dialog).findByText('请填写流程名称')).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('textbox', { name: /流程名称/ }), {
      target: { value: '占道经营' },
    });
    const code = within(dialog).getByLabelText('编码');
    fireEvent.change(code, { target: { value: '占道' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '填写步骤' }));
    expect(
      await within(dialog).findByText('编码应以小写字母开头，由小写字母、数字和连字符组成'),
    ).toBeTruthy();
    fireEvent.change(code, { target: { value: 'street-stall' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '填写步骤' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/business/processes/street-stall/steps'),
    );
    // The list is kept alive: on returning, no dialog is open.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers spreadsheet export and import of steps, and shows problems at their rows before publication', async () => {
    const calls = answerCalls({
      [`GET ${processes.overview.path}`]: () => ({ rows: [row] }),
      [`POST ${stepSheet.preview.path}`]: () => ({
        digest: 'a',
        added: 1,
        changed: 0,
        same: 0,
        wrong: 1,
        warnings: [],
        rows: [{ row: 2, kind: 'added', key: 'stall / step-1', fields: [] }],
        problems: [{ row: 2, column: '处理人', message: '没有编码为“nobody”的角色' }],
      }),
    });
    renderPart(<ProcessesScreen />);
    await screen.findByRole('row', { name: /群众来信办理/ });
    expect(screen.getByRole('button', { name: '导出流程步骤' })).toBeTruthy();
    const importButton = screen.getByRole('button', { name: '导入流程步骤' });
    expect(importButton.textContent).toBe('导入');
    fireEvent.click(importButton);
    const dialog = await screen.findByRole('dialog');
    const file = new File(['PK'], 'steps.xlsx');
    fireEvent.change(within(dialog).getByTestId('sheet-chooser'), { target: { files: [file] } });
    expect(await within(dialog).findByText('没有编码为“nobody”的角色')).toBeTruthy();
    expect(within(dialog).getByText(/有 1 处问题，全部改正后才能导入/)).toBeTruthy();
    expect(calls.some(({ path }) => path === stepSheet.apply.path)).toBe(false);
  });

  it('shows all problems of a file, and does not publish it', async () => {
    const calls = answerCalls({
      [`GET ${processes.overview.path}`]: () => ({ rows: [row] }),
      [`POST ${processes.lint.path}`]: () => ({
        ...lintResult,
        problems: [
          { field: 'a', message: '环节“受理”：没有配置处理人' },
          { field: 'b', message: '环节“决定”：缺少离开的连线，请连到下一个元素' },
          { field: 'd', message: '脚本任务“计费”：不支持脚本任务。请改用自动任务' },
        ],
        hints: [{ field: 'c', message: '泳道“窗口”：泳道只作图示，不决定处理人' }],
      }),
    });
    renderPart(<ProcessesScreen />);
    await screen.findByRole('row', { name: /群众来信办理/ });
    fireEvent.click(screen.getByRole('button', { name: '发布流程文件' }));
    const dialog = await screen.findByRole('dialog');
    const { buffer } = new TextEncoder().encode('<xml/>');
    const file = Object.assign(new File(['<xml/>'], 'a.bpmn'), { arrayBuffer: async () => buffer });
    fireEvent.change(within(dialog).getByLabelText('选择或拖入流程文件'), { target: { files: [file] } });
    expect(await within(dialog).findByText('发布前须改正 3 处')).toBeTruthy();
    expect(within(dialog).getByText('环节“决定”：缺少离开的连线，请连到下一个元素')).toBeTruthy();
    const hints = within(dialog).getByRole('list', { name: '提示 1 处，不影响发布' });
    expect(hints.textContent).toBe('泳道“窗口”：泳道只作图示，不决定处理人');
    expect(within(dialog).getByText('请改用自动任务')).toBeTruthy();
    const writeText = vi.fn(async (_: string) => undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    fireEvent.click(within(dialog).getByRole('button', { name: '复制清单' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
    expect(writeText.mock.calls[0]?.[0]).toBe(
      [
        'a.bpmn',
        '',
        '发布前须改正 3 处',
        '1. 环节“受理”：没有配置处理人',
        '2. 环节“决定”：缺少离开的连线，请连到下一个元素',
        '3. 脚本任务“计费”：不支持脚本任务。请改用自动任务',
        '',
        '提示 1 处，不影响发布',
        '1. 泳道“窗口”：泳道只作图示，不决定处理人',
        '',
      ].join('\n'),
    );
    expect(within(dialog).getByRole('button', { name: '确认发布' }).hasAttribute('disabled')).toBe(true);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ xml: '<xml/>' });
  });
});

const plan: StepPlan = {
  ...newPlan('street-stall', '占道经营'),
  forms: [{ form: 'stall', authority: 2, fields: [] }],
  steps: [
    {
      ...newStep({ steps: [], forms: [] }),
      name: '受理',
      handlers: [{ kind: 'role', id: 'handler', name: '经办人' }],
    },
  ],
};

const stallForm = {
  code: 'stall',
  name: '占道经营申请表',
  fields: [
    {
      id: 'urgency',
      title: '紧急程度',
      kind: 'radio',
      inner: [],
      several: false,
      options: [{ value: 'critical', label: '特急' }],
    },
  ],
};

function openEditor(current: StepPlan, forms: readonly FormOfSteps[] = []) {
  const calls = answerCalls({
    [`POST ${processes.lint.path}`]: () => lintResult,
    [`POST ${processes.publish.path}`]: () => ({ ...row, key: 'street-stall', version: 1 }),
    [`GET ${processes.handlers.path}`]: () => ({
      rows: [{ id: 'examiner', name: '审查岗', orgName: '', staffed: true }],
    }),
  });
  const editor = (
    <StepsEditor
      current={current}
      over={0}
      version={0}
      forms={forms}
      returnPath={{ back: () => undefined, crumbs: [] }}
      onLoad={() => undefined}
    />
  );
  return { calls, ...renderPart(editor) };
}

describe('step editor of a process', () => {
  it('links to each open problem before anything is sent', async () => {
    const emptyPlan = newPlan('street-stall', '占道经营');
    const stallForms = [{ form: 'stall', authority: 2 as const, fields: [] }];
    const { calls } = openEditor(
      { ...emptyPlan, steps: emptyPlan.steps.map((step) => ({ ...step, forms: stallForms })) },
      [stallForm, { ...stallForm, code: 'unused', name: '没有用到的表单' }],
    );
    fireEvent.click(await screen.findByRole('button', { name: '发布' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
    fireEvent.click(await screen.findByRole('button', { name: '第 1 步：请选择处理人' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: '处理人类别' })),
    );
    fireEvent.click(screen.getByRole('button', { name: '第 1 步：请填写步骤名称' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('step-name'));
    expect(screen.getByRole('textbox', { name: '步骤名称' })).toBeTruthy();
    expect(screen.getByText('发布前须改正 3 处：')).toBeTruthy();
    // The problem is at its setting too, without the name of the step.
    expect(within(screen.getByRole('group', { name: '处理人' })).getByText('请选择处理人')).toBeTruthy();
    expect(screen.getByText('请填写步骤名称', { selector: 'small' })).toBeTruthy();
    expect(screen.getByText('处理人').hasAttribute('data-required')).toBe(true);
    // A step that is added afterwards has no problems before the next try.
    fireEvent.click(screen.getByRole('button', { name: '添加步骤' }));
    expect(screen.getByRole('heading', { name: '第 2 步' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^第 2 步：/ })).toBeNull();
    expect(screen.queryByText('请填写步骤名称', { selector: 'small' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: /只在表单这样填写时才办理/ }));
    // Only fields of forms that the process uses are offered.
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '条件的字段' }));
    expect(
      await screen.findByText(/占道经营.* · 紧急程度/, { selector: '.ant-select-item-option-content' }),
    ).toBeTruthy();
    expect(screen.queryByText(/没有用到的表单/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    expect(await screen.findByRole('button', { name: '第 2 步：请选择条件的表单和字段' })).toBeTruthy();
    expect(
      within(screen.getByRole('group', { name: '办理条件' })).getByText('请选择条件的表单和字段'),
    ).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('names the field and the option of a condition', async () => {
    const when = { form: 'stall', field: 'urgency', is: '=' as const, value: 'critical' };
    openEditor({ ...plan, steps: plan.steps.map((step) => ({ ...step, when })) }, [stallForm]);
    expect(await screen.findByText('仅当 紧急程度 等于 特急')).toBeTruthy();
  });

  it('goes to the settings of a chosen step on a phone, and back to the list', async () => {
    const { matchMedia } = globalThis;
    vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: true }));
    openEditor(plan);
    const basics = await screen.findByRole('button', { name: /^登记与基本信息/ });
    fireEvent.click(basics);
    expect(document.activeElement?.id).toBe('step-settings');
    fireEvent.click(screen.getByRole('button', { name: '返回步骤列表' }));
    expect(document.activeElement).toBe(basics);
    fireEvent.click(screen.getByRole('button', { name: '添加步骤' }));
    expect(document.activeElement?.id).toBe('step-settings');
    expect(screen.getByRole('heading', { name: '第 2 步' })).toBeTruthy();
  });

  it('accepts limits up to the maximum, and reports a longer stored one', async () => {
    const storedPlan = {
      ...plan,
      limit: { amount: 99_999, unit: 'workingDay' as const },
      steps: plan.steps.map((step) => ({ ...step, limit: { amount: 4_000, unit: 'workingDay' as const } })),
    };
    openEditor(storedPlan);
    fireEvent.click(await screen.findByRole('button', { name: '发布' }));
    fireEvent.click(await screen.findByRole('button', { name: '办理时限应为 1 至 3650 的整数' }));
    const orderLimit = await screen.findByRole('spinbutton', { name: '办理时限' });
    await waitFor(() => expect(document.activeElement).toBe(orderLimit));
    fireEvent.change(orderLimit, { target: { value: '3651' } });
    fireEvent.blur(orderLimit);
    await waitFor(() => expect(orderLimit).toHaveProperty('value', '3650'));
    expect(screen.queryByRole('button', { name: '办理时限应为 1 至 3650 的整数' })).toBeNull();
    const [stepProblem] = screen.getAllByRole('button', { name: /：时限应为 1 至 3650 的整数$/ });
    fireEvent.click(stepProblem as HTMLElement);
    const stepLimit = await screen.findByRole('spinbutton', { name: '时限' });
    await waitFor(() => expect(document.activeElement).toBe(stepLimit));
    fireEvent.change(stepLimit, { target: { value: '3650' } });
    expect(stepLimit).toHaveProperty('value', '3650');
  });

  it('adds and moves steps, and publishes them as the resulting file', async () => {
    const { calls } = openEditor(plan);
    fireEvent.click(await screen.findByRole('button', { name: '添加步骤' }));
    fireEvent.change(screen.getByRole('textbox', { name: '步骤名称' }), { target: { value: '审查' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '添加角色' }));
    fireEvent.click(await screen.findByTitle('审查岗'));
    fireEvent.click(screen.getByRole('button', { name: '上移 审查' }));
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '确认发布' }));
    await waitFor(() => expect(calls.some(({ path }) => path === processes.publish.path)).toBe(true));
    const [first] = plan.steps;
    const newStepOfPlan = {
      ...newStep(plan),
      name: '审查',
      handlers: [{ kind: 'role' as const, id: 'examiner', name: '审查岗' }],
    };
    expect(calls.find(({ path }) => path === processes.publish.path)?.body).toEqual({
      over: 0,
      xml: writePlan({ ...plan, steps: [newStepOfPlan, ...(first ? [first] : [])] }),
    });
  });
});
