import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { items } from '#contract/items.ts';
import { answerCalls, pressAgain, renderPart } from '../work-orders/test-screen.tsx';
import { ItemEditor } from './ItemEditor.tsx';
import { settings } from './test-item.ts';

/** 事项, as the configuration administrator edits them (decision 0171). */

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const returnPath = { back: () => undefined, crumbs: [] };
const checksIn = (calls: readonly { path: string; body?: unknown }[]) =>
  calls.filter(({ path }) => path === items.check.path);
const choices = { categories: [], organisations: [], processes: [], forms: [] };

describe('responsible organisation', () => {
  const open = async (...organisationNames: [name: string, areaName: string][]) => {
    const organisations = organisationNames.map(([name, areaName], index) => ({
      id: `o${index}`,
      name,
      areaName,
    }));
    renderPart(
      <ItemEditor
        current={{ ...settings, orgId: '' }}
        baseVersion={{ version: 0, current: false }}
        storedItem={undefined}
        choices={{ ...choices, organisations }}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /受理机构/ }));
    return (await screen.findAllByTitle(/^机构/)).map(({ title }) => title);
  };

  it('is named with its region only where another one has the same name', async () => {
    answerCalls({});
    expect(await open(['机构甲', '淳安县'], ['机构乙', '建德市'])).toEqual(['机构甲', '机构乙']);
    cleanup();
    expect(await open(['机构甲', '淳安县'], ['机构甲', '建德市'], ['机构乙', '建德市'])).toEqual([
      '机构甲（淳安县）',
      '机构甲（建德市）',
      '机构乙',
    ]);
  });
});

it('suggests the text field that is called a title as the title of orders', async () => {
  const calls = answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
  const field = (id: string, title: string, kind: string) => ({ id, title, kind, titles: true, options: [] });
  const fields = [
    field('day', '来信日期', 'date'),
    field('sender', '来信人', 'single-line'),
    field('subject', '来信标题', 'single-line'),
  ];
  renderPart(
    <ItemEditor
      current={{ ...settings, processKey: '', formCodes: [], titleFields: [] }}
      baseVersion={{ version: 0, current: false }}
      storedItem={undefined}
      choices={{
        ...choices,
        processes: [{ key: 'letter', name: '来信', version: 1, formCodes: ['letter'] }],
        forms: [{ code: 'letter', name: '来信登记表', version: 1, fields }],
      }}
      returnPath={returnPath}
      onLoad={() => undefined}
    />,
  );
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^流程/ }));
  fireEvent.click(await screen.findByTitle('来信（第 1 版）'));
  await pressAgain(() => screen.getByRole('button', { name: /发布$/ }));
  await waitFor(() => expect(checksIn(calls)).toHaveLength(1));
  expect(checksIn(calls)[0]?.body).toMatchObject({ titleFields: ['subject'] });
});

it('chooses the forms of the chosen process, which can still be changed', async () => {
  const calls = answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
  const form = (code: string, name: string) => ({ code, name, version: 1, fields: [] });
  renderPart(
    <ItemEditor
      current={{ ...settings, processKey: '', formCodes: ['own'] }}
      baseVersion={{ version: 0, current: false }}
      storedItem={undefined}
      choices={{
        ...choices,
        processes: [{ key: 'letter', name: '来信', version: 1, formCodes: ['letter', 'promise', 'gone'] }],
        forms: [form('own', '自选表'), form('letter', '来信登记表'), form('promise', '承诺书')],
      }}
      returnPath={returnPath}
      onLoad={() => undefined}
    />,
  );
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /^流程/ }));
  fireEvent.click(await screen.findByTitle('来信（第 1 版）'));
  await pressAgain(() => screen.getByRole('button', { name: /发布$/ }));
  await waitFor(() => expect(checksIn(calls)).toHaveLength(1));
  expect(checksIn(calls)[0]?.body).toMatchObject({ formCodes: ['own', 'letter', 'promise'] });
});

it('names the used fields of a form that has been removed', async () => {
  answerCalls({});
  const field = (id: string, title: string, kind: string) => ({ id, title, kind, titles: true, options: [] });
  const fields = [field('subject', '来信标题', 'single-line'), field('day', '来信日期', 'date')];
  renderPart(
    <ItemEditor
      current={{
        ...settings,
        formCodes: [],
        titleFields: ['subject'],
        extFields: [{ label: '日期', field: 'letter.day' }],
      }}
      baseVersion={{ version: 0, current: false }}
      storedItem={undefined}
      choices={{ ...choices, forms: [{ code: 'letter', name: '来信登记表', version: 1, fields }] }}
      returnPath={returnPath}
      onLoad={() => undefined}
    />,
  );
  expect(await screen.findByTitle('来信标题')).toBeTruthy();
  expect(screen.getByTitle('来信日期')).toBeTruthy();
  expect(screen.queryByText('subject')).toBeNull();
});

describe('publication of an item', () => {
  it('shows every problem at its setting, and asks for confirmation only when there is none', async () => {
    let problems = [
      { field: 'summary', message: '请填写事项简介' },
      { field: 'formCodes', message: '流程使用了表单“承诺书”，事项没有选择它' },
    ];
    const calls = answerCalls({
      [`POST ${items.check.path}`]: () => ({ problems }),
      [`POST ${items.publish.path}`]: () => ({ taskCode: 'street-stall', version: 1 }),
    });
    renderPart(
      <ItemEditor
        current={settings}
        baseVersion={{ version: 0, current: false }}
        storedItem={undefined}
        choices={choices}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    fireEvent.click(await screen.findByRole('button', { name: '发布' }));
    expect(await screen.findByText('发布前须改正 2 处：')).toBeTruthy();
    expect(screen.getAllByText('请填写事项简介')).toHaveLength(2);
    // After pressing the button far down, the user is scrolled up to the problems.
    await waitFor(() => expect(screen.getByRole('alert').contains(document.activeElement)).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
    // A mended setting loses its problem without another try to publish.
    problems = problems.slice(1);
    fireEvent.change(screen.getByRole('textbox', { name: '简介' }), { target: { value: '临时占' } });
    expect(await screen.findByText('发布前须改正 1 处：')).toBeTruthy();
    expect(screen.queryByText('请填写事项简介')).toBeNull();
    problems = [];
    fireEvent.change(screen.getByRole('textbox', { name: '简介' }), { target: { value: '临时占道' } });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    // The loading icon of the finished check disappears with an animation.
    await pressAgain(() => screen.getByRole('button', { name: /发布$/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '确认发布' }));
    await waitFor(() => expect(calls.some(({ path }) => path === items.publish.path)).toBe(true));
    expect(calls.find(({ path }) => path === items.publish.path)?.body).toEqual({
      ...settings,
      summary: '临时占道',
      over: { version: 0, current: false },
    });
  });

  it('lists the changes against the published version, and is disabled when there is none', async () => {
    answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
    const version = { version: 1, publishedAt: '2026-11-24T00:00:00.000Z', running: 0 };
    renderPart(
      <ItemEditor
        current={settings}
        baseVersion={{ version: 1, current: true }}
        storedItem={{
          settings,
          version: 1,
          current: true,
          versions: [{ ...version, processId: 'stall:1', formIds: ['stall:1'] }],
        }}
        choices={{
          ...choices,
          processes: [{ key: 'stall', name: '占道审批', version: 1, formCodes: [] }],
          forms: [{ code: 'stall', name: '占道经营申请表', version: 1, fields: [] }],
        }}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const publish = await screen.findByRole('button', { name: '发布' });
    const index = screen.getByRole('navigation', { name: '事项目录' });
    expect(within(index).getByText('版本')).toBeTruthy();
    expect(publish).toHaveProperty('disabled', true);
    expect(publish.title).toBe('没有未发布的修改');
    fireEvent.change(screen.getByRole('textbox', { name: '事项名称' }), { target: { value: '' } });
    // An empty name does not take the title of the page.
    expect(screen.getByRole('heading', { level: 1, name: settings.name })).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: '事项名称' }), {
      target: { value: settings.name },
    });
    fireEvent.change(screen.getByRole('textbox', { name: '简介' }), { target: { value: '临时占道' } });
    await pressAgain(() => screen.getByRole('button', { name: /发布$/ }));
    const changesRegion = await screen.findByRole('region', { name: '改动' });
    expect(within(changesRegion).getByRole('row', { name: '简介 — 临时占道' })).toBeDefined();
    expect(within(changesRegion).getAllByRole('row')).toHaveLength(2);
  });

  it('edits rarely used settings row by row, and sends them in the unchanged request format', async () => {
    const calls = answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
    const stall = {
      code: 'stall',
      name: '占道经营申请表',
      version: 1,
      fields: [
        { id: 'place', title: '地点', kind: 'single-line', titles: true, options: [] },
        { id: 'day', title: '来信日期', kind: 'date', titles: true, options: [] },
      ],
    };
    renderPart(
      <ItemEditor
        current={settings}
        baseVersion={{ version: 0, current: false }}
        storedItem={undefined}
        choices={{ ...choices, forms: [stall] }}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const choose = async (box: string, option: string) => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: box }));
      // A list that was open before stays in the page, hidden: the newly opened one is the last.
      fireEvent.click((await screen.findAllByTitle(option)).at(-1) as HTMLElement);
    };
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    fireEvent.click(await screen.findByRole('button', { name: '添加扩展信息' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '第 1 项的名称' }));
    type('第 1 项的名称', '经办人');
    await choose('第 1 项取自', '发起人');
    fireEvent.click(screen.getByRole('checkbox', { name: /^信访事项/ }));
    await choose('信访日期', '来信日期');
    await choose('原办件', '来信日期');
    fireEvent.click(screen.getByRole('checkbox', { name: '未办结的信访件也可以登记为重复信访' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '办理轨迹由其他系统提供' }));
    type('系统名称', '执法系统');
    type('接口地址', 'https://trace.example/rows');
    fireEvent.click(screen.getByRole('button', { name: '添加一行：参数' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '参数第 1 行的名称' }));
    type('参数第 1 行的名称', 'code');
    type('参数第 1 行的内容', '{workorderCode}');
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    await waitFor(() => expect(checksIn(calls)).toHaveLength(1));
    expect(checksIn(calls)[0]?.body).toEqual({
      ...settings,
      extFields: [{ label: '经办人', fact: 'initiatorName' }],
      petitionFields: {
        date: 'stall.day',
        channel: '',
        problem: [],
        original: { field: 'stall.day', beside: {}, unfinished: true },
      },
      traceSource: {
        name: '执法系统',
        method: 'GET',
        url: 'https://trace.example/rows',
        params: { code: '{workorderCode}' },
      },
    });
  });
});

describe('petition fields of the original order', () => {
  const choice = (id: string, title: string, options: { value: string; label: string }[]) => ({
    id,
    title,
    kind: options.length > 0 ? 'radio' : 'single-line',
    titles: false,
    options,
  });
  const letter = {
    code: 'stall',
    name: '来信登记表',
    version: 1,
    fields: [
      choice('repeat', '是否重复信访', [
        { value: 'yes', label: '是' },
        { value: 'no', label: '否' },
      ]),
      choice('earlier', '原办件流水号', []),
    ],
  };
  const petition = {
    date: 'stall.earlier',
    channel: 'stall.repeat',
    problem: [],
    original: { field: 'stall.earlier', beside: { 'stall.repeat': 'yes' } },
  };

  it('shows the labels of the field, and offers them for selection', async () => {
    const calls = answerCalls({ [`POST ${items.check.path}`]: () => ({ problems: [] }) });
    renderPart(
      <ItemEditor
        current={{ ...settings, petitionFields: petition }}
        baseVersion={{ version: 0, current: false }}
        storedItem={undefined}
        choices={{ ...choices, forms: [letter] }}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const value = await screen.findByRole('combobox', { name: '同时填写第 1 行的内容' });
    expect(value.closest('.ant-select')?.textContent).toContain('是');
    expect(screen.queryByDisplayValue('yes')).toBeNull();
    fireEvent.mouseDown(value);
    fireEvent.click((await screen.findAllByTitle('否')).at(-1) as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: '发布' }));
    await waitFor(() => expect(checksIn(calls)).toHaveLength(1));
    expect(checksIn(calls)[0]?.body).toHaveProperty('petitionFields', {
      ...petition,
      original: { field: 'stall.earlier', beside: { 'stall.repeat': 'no' } },
    });
  });

  it('links the index to each part, and shows at the foot whether there are unpublished changes', async () => {
    answerCalls({});
    renderPart(
      <ItemEditor
        current={settings}
        baseVersion={{ version: 0, current: false }}
        storedItem={undefined}
        choices={choices}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    const index = await screen.findByRole('navigation', { name: '事项目录' });
    fireEvent.click(within(index).getByRole('link', { name: '扩展信息' }));
    expect(document.activeElement?.querySelector('h2')?.textContent).toBe('扩展信息');
    // Neither the head nor the foot says that a new item has nothing to publish.
    expect(screen.getAllByText('尚未发布')).toHaveLength(2);
    expect(screen.queryByText('没有未发布的修改')).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: '简介' }), { target: { value: '临时占道' } });
    expect(screen.getByText('有未发布的修改')).toBeTruthy();
  });
});

describe('item categories of an office without any', () => {
  it('are created without leaving the item', async () => {
    answerCalls({
      [`GET ${items.list.path}`]: () => ({ rows: [], categories: [] }),
      [`POST ${items.saveCategory.path}`]: () => ({ id: 'visits' }),
    });
    renderPart(
      <ItemEditor
        current={settings}
        baseVersion={{ version: 0, current: false }}
        storedItem={undefined}
        choices={choices}
        returnPath={returnPath}
        onLoad={() => undefined}
      />,
    );
    fireEvent.click(await screen.findByRole('button', { name: '维护分类' }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: '新分类的名称' });
    fireEvent.change(name, { target: { value: '信访' } });
    // In a single-line field, Enter does the same as the button next to it.
    fireEvent.keyDown(name, { key: 'Enter' });
    await waitFor(() => expect(name).toHaveProperty('value', ''));
  });
});
