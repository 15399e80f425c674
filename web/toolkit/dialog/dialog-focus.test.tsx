import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Button, Form, Input, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppModal, type AppModalProps } from './AppModal.tsx';
import { CancelButton, EditingModal } from './EditingModal.tsx';

afterEach(() => vi.restoreAllMocks());

const noop = () => undefined;
const focused = () => {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.replace(' ', '');
};
const show = (children: ReactNode, props: Partial<AppModalProps> = {}) =>
  render(
    <AppModal open width={480} title="名称" okText="确认" onCancel={noop} {...props}>
      {children}
    </AppModal>,
  );
const field = (label: string, more = {}) => <Input aria-label={label} {...more} />;

test.each([
  [
    'the first empty required field',
    () =>
      show(
        [field('备注'), field('名称', { 'aria-required': true })].map((each, index) => (
          <p key={String(index)}>{each}</p>
        )),
      ),
    '名称',
  ],
  [
    'the required field, also in a confirmation',
    () => show(field('意见', { required: true }), { initialFocus: 'button' }),
    '意见',
  ],
  [
    'the first required field when all required fields are filled in',
    () =>
      show(
        [field('备注'), field('名称', { 'aria-required': true, defaultValue: '甲' })].map((each, index) => (
          <p key={String(index)}>{each}</p>
        )),
      ),
    '名称',
  ],
  [
    'the first of required choices of which none is chosen, above a required text',
    () =>
      show(
        <Form layout="vertical" component={false}>
          <Form.Item label="情形" required>
            <Radio.Group role="radiogroup" options={['甲', '乙']} />
          </Form.Item>
          {field('原因', { required: true })}
        </Form>,
        { initialFocus: 'button' },
      ),
    '',
  ],
  ['the first field when none is required', () => show(field('备注')), '备注'],
  [
    'the main button of a confirmation with a field',
    () => show(field('备注'), { initialFocus: 'button' }),
    '确认',
  ],
  ['the main button of a question', () => show('确认启用？'), '确认'],
  [
    'the cancel button when the main action is destructive',
    () => show('确认删除？', { okButtonProps: { danger: true } }),
    '取消',
  ],
  [
    'the element that the dialog marks',
    () =>
      show('已办结', {
        footer: [
          <Button key="1" type="primary">
            下一件
          </Button>,
          <Button key="2" data-first-focus>
            返回
          </Button>,
        ],
      }),
    '返回',
  ],
  [
    'the selected option',
    () => show(<Radio.Group aria-label="方式" role="radiogroup" value="b" options={['a', 'b']} />),
    null,
  ],
] as [string, () => void, string | null][])(
  'a dialog initially focuses %s',
  async (_what, open, expected) => {
    open();
    await waitFor(() => {
      if (expected === null) expect((document.activeElement as HTMLInputElement).value).toBe('b');
      else expect(focused()).toBe(expected);
    });
  },
);

test('the initial focus skips a select with a value in favour of an empty field', async () => {
  show(
    <Form>
      <Select aria-label="机构" aria-required value="a" options={[{ value: 'a', label: '甲局' }]} />
      {field('名称', { 'aria-required': true })}
    </Form>,
  );
  await waitFor(() => expect(focused()).toBe('名称'));
});

test('a dialog whose fields load later focuses them, unless the person has already typed', async () => {
  const { rerender } = show('正在加载');
  await waitFor(() => expect(focused()).toBe('确认'));
  const showLater = (children: ReactNode) =>
    rerender(
      <AppModal open width={480} title="名称" okText="确认" onCancel={noop}>
        {children}
      </AppModal>,
    );
  showLater(field('名称'));
  await waitFor(() => expect(focused()).toBe('名称'));
  fireEvent.keyDown(screen.getByRole('textbox', { name: '名称' }), { key: '王' });
  showLater([<p key="1">{field('编码', { 'aria-required': true })}</p>, field('名称', { key: '2' })]);
  await act(async () => undefined);
  expect(focused()).not.toBe('编码');
});

test('a field focused without a key of the page keeps the focus (screen reader, voice, autofill)', async () => {
  const two = (wrong: boolean) => (
    <AppModal open width={480} title="名称" okText="确认" onCancel={noop}>
      {field('名称', { 'aria-required': true })}
      {field('身份证号', { 'aria-invalid': wrong })}
    </AppModal>
  );
  const { rerender } = render(two(false));
  await waitFor(() => expect(focused()).toBe('名称'));
  screen.getByRole('textbox', { name: '身份证号' }).focus();
  rerender(two(true));
  await act(async () => undefined);
  expect(focused()).toBe('身份证号');
});

test('a dialog that Ant Design opens with the focus on its close button focuses its field', async () => {
  const dialog = (busy: boolean) => (
    <AppModal open width={480} title="名称" okText="确认" onCancel={noop}>
      {field('名称', { 'aria-required': true, disabled: busy })}
    </AppModal>
  );
  const { rerender } = render(dialog(true));
  screen.getByRole('button', { name: /关闭|Close/ }).focus();
  rerender(dialog(false));
  await waitFor(() => expect(focused()).toBe('名称'));
});

test('Enter triggers no other button while the main one waits for an answer', async () => {
  const { rerender } = show('将办结', { okButtonProps: { disabled: true } });
  await act(async () => undefined);
  expect(focused()).not.toBe('取消');
  rerender(
    <AppModal open width={480} title="名称" okText="确认" onCancel={noop}>
      将办结
    </AppModal>,
  );
  await waitFor(() => expect(focused()).toBe('确认'));
});

test.each(['the main button', 'Enter'])(
  'a submission by %s that is refused later scrolls to the first invalid field and focuses it',
  async (trigger) => {
    let refuse: () => void = noop;
    const scrollIntoView = vi.fn();
    Element.prototype.scrollIntoView = scrollIntoView;
    function Late() {
      const [wrong, setWrong] = useState(false);
      refuse = () => setWrong(true);
      return (
        <EditingModal open width={480} okText="保存" unsaved={() => false} onOk={noop} onCancel={noop}>
          <Form.Item htmlFor="name" label="名称">
            <Input id="name" aria-label="名称" />
          </Form.Item>
          <Form.Item htmlFor="code" label="编码" validateStatus={wrong ? 'error' : ''}>
            <Input id="code" aria-label="编码" />
          </Form.Item>
        </EditingModal>
      );
    }
    render(<Late />);
    if (trigger === 'Enter')
      fireEvent.keyDown(screen.getByRole('textbox', { name: '名称' }), { key: 'Enter' });
    else fireEvent.click(screen.getByRole('button', { name: /保 ?存/ }));
    act(() => refuse());
    await waitFor(() => expect(focused()).toBe('编码'));
    expect(scrollIntoView).toHaveBeenCalled();
  },
);

test('a problem found later does not take the focus from a person who is typing', async () => {
  let refuse: () => void = noop;
  function Late() {
    const [wrong, setWrong] = useState(false);
    refuse = () => setWrong(true);
    return (
      <AppModal open width={480} footer={<CancelButton />} onCancel={noop}>
        {field('名称')}
        {field('编码', { 'aria-invalid': wrong })}
      </AppModal>
    );
  }
  render(<Late />);
  const name = screen.getByRole('textbox', { name: '名称' });
  name.focus();
  fireEvent.keyDown(name, { key: 'Enter' });
  fireEvent.keyDown(name, { key: '王' });
  act(() => refuse());
  await act(async () => undefined);
  expect(focused()).toBe('名称');
});

test('a text field that gets the focus is scrolled fully into view, a check box stays in place', () => {
  const scrolled: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
  show(
    <>
      {field('名称')}
      {field('天数')}
      <input type="checkbox" aria-label="领导" />
    </>,
  );
  scrolled.length = 0;
  act(() => screen.getByLabelText('领导').focus());
  expect(scrolled).toEqual([]);
  act(() => screen.getByLabelText('天数').focus());
  expect(scrolled).toEqual([screen.getByLabelText('天数')]);
});
