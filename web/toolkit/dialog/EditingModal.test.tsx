import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { CancelButton, EditingModal } from './EditingModal.tsx';
import { useChanged } from './use-changed.ts';
import { useProblems } from './use-problems.ts';

function Editing({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('旧名');
  const changed = useChanged({ name });
  return (
    <EditingModal
      open
      width={480}
      title="改名"
      unsaved={changed}
      onCancel={onClose}
      footer={<CancelButton />}
    >
      <Input aria-label="名称" value={name} onChange={({ target }) => setName(target.value)} />
    </EditingModal>
  );
}

const open = () => {
  const onClose = vi.fn();
  render(<Editing onClose={onClose} />);
  return onClose;
};
const type = (value: string) => fireEvent.change(screen.getByLabelText('名称'), { target: { value } });
const pressEscape = () => act(async () => void fireEvent.keyDown(window, { key: 'Escape' }));
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}$`) })));
const isQuestionShown = () => screen.queryByText('填写的内容尚未保存，关闭后不保留。') !== null;

const closeActions: Record<string, () => Promise<void>> = {
  Escape: pressEscape,
  'the X': () =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name: /^(Close|关闭)$/ }))),
  取消: () => press('取 ?消'),
};

// NOTE: in jsdom both dialogs share one place in the key handling; the second Escape is tested in a browser
// (e2e/unsaved-dialog.spec.ts).
describe.each(Object.keys(closeActions))('%s', (action) => {
  test('asks before typed values are lost', async () => {
    const onClose = open();
    type('新名');
    await closeActions[action]?.();
    expect(isQuestionShown()).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    await press('继续填写');
    expect(isQuestionShown()).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText('名称')).toHaveProperty('value', '新名');
  });

  test('asks nothing when nothing was typed, or when the original value was typed again', async () => {
    const onClose = open();
    type('新名');
    type('旧名');
    await closeActions[action]?.();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(isQuestionShown()).toBe(false);
  });
});

test('不保存 closes the question and the dialog', async () => {
  const onClose = open();
  type('新名');
  await pressEscape();
  await press('不保存，关闭');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('each attempt with a problem focuses the first invalid field', async () => {
  function Failing() {
    const { problems, showProblems } = useProblems();
    const find = () => showProblems({ code: '编码已被使用', place: '请选择' });
    const status = (field: string) => (problems[field] ? ('error' as const) : ('' as const));
    return (
      <EditingModal open unsaved={() => false} onOk={find} onCancel={() => undefined}>
        <Form>
          <Form.Item label="名称" htmlFor="name">
            <Input id="name" />
          </Form.Item>
          <Form.Item label="编码" htmlFor="code" validateStatus={status('code')}>
            <Input id="code" />
          </Form.Item>
          <Form.Item label="地点" htmlFor="place" validateStatus={status('place')}>
            <Input id="place" />
          </Form.Item>
        </Form>
      </EditingModal>
    );
  }
  render(<Failing />);
  for (const other of ['名称', '地点']) {
    screen.getByLabelText(other).focus();
    await press('(OK|确 ?定)');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('编码')));
  }
});

describe('Enter in a single-line field', () => {
  const renderSending = (send: () => void, overrides: { confirmLoading?: boolean } = {}) =>
    render(
      <EditingModal
        open
        width={480}
        title="改名"
        unsaved={() => false}
        onCancel={vi.fn()}
        onOk={send}
        {...overrides}
      >
        <Form>
          <Form.Item label="名称">
            <Input aria-label="名称" />
          </Form.Item>
          <Form.Item label="密码">
            <Input.Password aria-label="密码" />
          </Form.Item>
        </Form>
        <Input.TextArea aria-label="说明" />
        <input aria-label="角色" role="combobox" aria-expanded={false} aria-controls="none" />
      </EditingModal>,
    );
  const enter = (field: string, overrides = {}) =>
    fireEvent.keyDown(screen.getByLabelText(field), { key: 'Enter', ...overrides });

  test('triggers the main button', () => {
    const send = vi.fn();
    renderSending(send);
    enter('名称');
    enter('密码');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('does nothing during text composition, on key repeat, with Ctrl, or where Enter has another meaning', () => {
    const send = vi.fn();
    renderSending(send);
    enter('名称', { isComposing: true });
    enter('名称', { repeat: true });
    enter('名称', { ctrlKey: true });
    enter('说明');
    enter('角色');
    expect(send).not.toHaveBeenCalled();
  });

  test('does nothing while the submission is running', () => {
    const send = vi.fn();
    renderSending(send, { confirmLoading: true });
    enter('名称');
    expect(send).not.toHaveBeenCalled();
  });
});
