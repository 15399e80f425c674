import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ruleLibrary } from '#contract/rule-library.ts';
import { rules } from '#contract/rules.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { RulesScreen } from './RulesScreen.tsx';

/** 规则, as the configuration administrator edits, tries and publishes them (decision 0219). */

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const returnPath = { back: () => undefined, crumbs: [] };
const param = { dataKey: 'area', name: '场所面积', paramType: 'number', source: 'data' } as const;
const empty = newRule('area', '场所面积与业态相符');
const rule: ConfiguredRule = {
  ...empty,
  ruleParams: [{ ...param, value: '', elementId: '', paramId: '' }],
  ruleConditions: [
    { dataKey: 'area', operator: 'GE', paramType: 'number', compareValueKey: '', compareValue: '24' },
  ],
};
const groups = {
  [`GET ${rules.groupCategories.path}`]: () => ({
    rows: [
      { id: 'g1', name: '食品经营', parent: '0', sortBy: 1 },
      { id: 'g2', name: '申请条件', parent: 'g1', sortBy: 1 },
    ],
    total: 2,
  }),
};
const version = { id: 'area:1', code: 'area', name: '面积', version: 1, publishedBy: '肖涵' };
const listed = {
  ...{ ...version, publishedAt: '2026-11-20T02:00:00.000Z', type: 'verification', kind: 'shared-rule' },
  ...{
    groupId: 'g2',
    params: [],
    usedBy: [{ kind: 'form' as const, text: '表单“受理”的字段“面积”', code: 'intake' }],
  },
};

const openEditor = (current: ConfiguredRule, over = 0) =>
  renderPart(
    <RuleEditor
      current={current}
      over={over}
      versions={[]}
      rules={[]}
      returnPath={returnPath}
      onLoad={() => undefined}
    />,
  );

const failed = {
  ...{ result: false, tipContext: '面积不得少于 24 平方米' },
  ruleParamsVoList: [{ dataKey: 'area', name: '场所面积', paramType: 'number', value: '20' }],
  parts: [{ outcome: 'unmet', text: '条件 1：20 不大于等于 24' }],
  answer: '',
};

describe('the editor of a rule', () => {
  it('writes a condition of a parameter, which follows the renamed key', async () => {
    answerCalls(groups);
    openEditor(empty);
    fireEvent.click(await screen.findByRole('button', { name: '添加参数' }));
    const typed = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    typed('参数 1 的名称', '场所面积');
    fireEvent.click(screen.getByRole('button', { name: '添加条件' }));
    typed('参数 1 的 dataKey', 'area');
    typed('条件 1 的固定值', '24');
    await waitFor(() => {
      const stored = Object.values(localStorage).find((text: string) => text.includes('ruleBase'));
      expect(JSON.parse(stored ?? '{}').content.ruleConditions).toEqual([
        { dataKey: 'area', operator: 'EQ', paramType: 'number', compareValueKey: '', compareValue: '24' },
      ]);
    });
  });

  it('tries the rule as it is written, shows tip and explanation, and saves the values as an example', async () => {
    const trials: unknown[] = [];
    answerCalls({
      ...groups,
      [`POST ${ruleLibrary.tryOut.path}`]: ({ body }) => {
        trials.push(body);
        return { problems: [], results: [failed] };
      },
    });
    openEditor(rule);
    fireEvent.change(await screen.findByRole('textbox', { name: '场所面积' }), { target: { value: '20' } });
    fireEvent.click(screen.getByRole('button', { name: '试一试' }));
    expect(await screen.findByText('面积不得少于 24 平方米')).toBeDefined();
    expect(screen.getByRole('list', { name: '说明' }).textContent).toContain('条件 1：20 不大于等于 24');
    expect(trials).toEqual([{ json: JSON.stringify(rule, null, 2), trials: [{ area: '20' }] }]);
    fireEvent.click(screen.getByRole('button', { name: '存为例子' }));
    const examples = screen.getByRole('list', { name: '例子' });
    expect((within(examples).getByRole('textbox') as HTMLInputElement).value).toBe('例子 1');
  });

  it('no longer shows a result after its values changed', async () => {
    answerCalls({
      ...groups,
      [`POST ${ruleLibrary.tryOut.path}`]: () => ({ problems: [], results: [failed] }),
    });
    openEditor(rule);
    const field = await screen.findByRole('textbox', { name: '场所面积' });
    fireEvent.click(screen.getByRole('button', { name: '试一试' }));
    await screen.findByText('面积不得少于 24 平方米');
    fireEvent.change(field, { target: { value: '30' } });
    expect(screen.queryByText('面积不得少于 24 平方米')).toBeNull();
  });

  it('names the examples that the rule no longer meets', async () => {
    answerCalls({
      ...groups,
      [`POST ${ruleLibrary.tryOut.path}`]: () => ({ problems: [], results: [failed, failed] }),
    });
    const examples = [
      { name: '小店', values: { area: '20' }, expected: false },
      { name: '大店', values: { area: '80' }, expected: true },
    ];
    openEditor({ ...rule, examples });
    fireEvent.click(await screen.findByRole('button', { name: '全部试一遍' }));
    expect(await screen.findByText('1 个例子不符，不影响发布。')).toBeDefined();
    expect(screen.getByText('应满足，却不满足')).toBeDefined();
  });

  it('links each problem to its place, and says that a new version takes effect at once', async () => {
    const field = 'ruleConditions.0.compareValue';
    let problems = [{ field, message: '请填写固定值' }];
    answerCalls({
      ...groups,
      [`POST ${ruleLibrary.check.path}`]: () => ({
        problems,
        hints: [],
        rule: { code: 'area', name: '面积', current: null },
        changes: [],
      }),
    });
    openEditor(rule);
    fireEvent.click(await screen.findByRole('button', { name: /^发 ?布$/ }));
    fireEvent.click(await screen.findByRole('button', { name: '条件 1：请填写固定值' }));
    await waitFor(() => expect(document.activeElement?.id).toBe(field));
    problems = [];
    fireEvent.click(screen.getByRole('button', { name: /^发 ?布$/ }));
    expect(await screen.findByText(/发布后立即生效/)).toBeDefined();
  });

  it('offers the parts of the chosen kind only', async () => {
    answerCalls(groups);
    const ruleBase = { ...rule.ruleBase, kind: 'backend-script' as const };
    openEditor({ ...rule, ruleBase, script: 'return true' });
    expect(((await screen.findByRole('textbox', { name: '脚本' })) as HTMLTextAreaElement).value).toBe(
      'return true',
    );
    expect(screen.queryByRole('button', { name: '添加条件' })).toBeNull();
    expect(screen.queryByRole('button', { name: '添加步骤' })).toBeNull();
  });
});

it('edits the interface of a rule, and shows what it answered to a trial', async () => {
  const sent: unknown[] = [];
  answerCalls({
    ...groups,
    [`POST ${ruleLibrary.tryOut.path}`]: ({ body }) => {
      sent.push(JSON.parse((body as { json: string }).json));
      return { problems: [], results: [{ ...failed, answer: '{"most": 20}' }] };
    },
  });
  openEditor({ ...rule, ruleBase: { ...rule.ruleBase, kind: 'interface' } });
  const typed = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  typed('接口地址', ' https://a.example/status ');
  typed('数据位置', 'data.row');
  fireEvent.click(screen.getByRole('button', { name: '添加一行：请求参数' }));
  typed('请求参数第 1 行的参数名', 'app');
  typed('请求参数第 1 行的固定值', 'portal');
  fireEvent.click(screen.getByRole('button', { name: '试一试' }));
  await screen.findByText('{"most": 20}');
  expect(sent).toMatchObject([
    {
      interface: {
        targetUrl: 'https://a.example/status',
        method: 'GET',
        dataKey: 'data.row',
        requestParams: [{ key: 'app', value: 'portal' }],
      },
    },
  ]);
});

describe('the list of rules', () => {
  it('shows each rule with its group and the places that use it, and adds a group below another', async () => {
    const saved: unknown[] = [];
    answerCalls({
      ...groups,
      [`GET ${ruleLibrary.list.path}`]: () => ({ rows: [listed] }),
      [`POST ${ruleLibrary.saveGroup.path}`]: ({ body }) => {
        saved.push(body);
        return { id: 'g3' };
      },
    });
    renderPart(<RulesScreen />);
    const row = (await screen.findByRole('link', { name: '面积' })).closest('tr');
    await waitFor(() => expect(row?.textContent).toContain('食品经营 / 申请条件'));
    expect(row?.textContent).toContain('表单“受理”的字段“面积”');
    fireEvent.click(screen.getByRole('button', { name: '新建规则组' }));
    const dialog = await screen.findByRole('dialog');
    const save = () => fireEvent.click(within(dialog).getByRole('button', { name: /^保 ?存$/ }));
    save();
    expect(await within(dialog).findByText('请填写规则组名称')).toBeDefined();
    fireEvent.change(within(dialog).getByRole('textbox', { name: '规则组名称' }), {
      target: { value: '时限' },
    });
    await act(async () => save());
    await waitFor(() => expect(saved).toEqual([{ name: '时限', parent: '0' }]));
  });
});
