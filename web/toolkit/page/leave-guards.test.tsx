import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { createBrowserRouter, Link, RouterProvider, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { DetailDrawer } from '../dialog/DetailDrawer.tsx';
import { EditingModal } from '../dialog/EditingModal.tsx';
import { allowBack } from '../dialog/overlays.ts';
import { LeaveGuards } from './LeaveGuards.tsx';
import { UnsentGuard } from './UnsentGuard.tsx';

function Letter() {
  const [name, setName] = useState('');
  const [subject, setSubject] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [showsDetails, setShowsDetails] = useState(false);
  return (
    <>
      <Input aria-label="主题" value={subject} onChange={({ target }) => setSubject(target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        填写
      </button>
      {isOpen && (
        <EditingModal
          open
          width={480}
          title="填写来信人"
          unsaved={() => name !== ''}
          onCancel={() => setOpen(false)}
        >
          <Input aria-label="姓名" value={name} onChange={({ target }) => setName(target.value)} />
          <Link to="/help">填写说明</Link>
          <button type="button" onClick={() => setShowsDetails(true)}>
            看明细
          </button>
          {showsDetails && (
            <DetailDrawer title="明细" onClose={() => setShowsDetails(false)}>
              正文
            </DetailDrawer>
          )}
        </EditingModal>
      )}
      <UnsentGuard hasUnsavedInput={() => subject !== ''} />
    </>
  );
}

const inGuards = (content: ReactNode) => <LeaveGuards>{content}</LeaveGuards>;

/** A page that is only a dialog, and leads back when it is closed. */
function OnlyDialog() {
  const navigate = useNavigate();
  const back = () => {
    allowBack();
    void navigate(-1);
  };
  return <EditingModal open width={480} title="发送短信" unsaved={() => false} onCancel={back} />;
}

let openRouter: ReturnType<typeof createBrowserRouter> | undefined;
afterEach(() => openRouter?.dispose());

/** Opens the letter between two other entries in the history of the browser. */
async function open() {
  const router = createBrowserRouter([
    { path: '/list', element: inGuards(<p>列表</p>) },
    { path: '/letter', element: inGuards(<Letter />) },
    { path: '/after', element: inGuards(<p>后一页</p>) },
    { path: '/help', element: inGuards(<p>说明</p>) },
    { path: '/sms', element: inGuards(<OnlyDialog />) },
  ]);
  openRouter = router;
  for (const path of ['/list', '/letter', '/after']) await router.navigate(path);
  render(
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <RouterProvider router={router} />
    </ConfigProvider>,
  );
  await go(-1);
  expect(pathOf(router)).toBe('/letter');
  return router;
}

/** Moves in the history as the buttons of the browser do. */
const go = (delta: number) =>
  act(async () => {
    history.go(delta);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })));
const type = (field: string, value: string) =>
  fireEvent.change(screen.getByLabelText(field), { target: { value } });
const question = () => screen.queryByText('填写的内容尚未保存，关闭后不保留。');
const pathOf = (router: Awaited<ReturnType<typeof open>>) => router.state.location.pathname;

test.each([-1, 1])(
  'moving by %d in the history asks like Escape before input of a dialog is lost, and the page stays',
  async (delta) => {
    const router = await open();
    await press('填写');
    type('姓名', '张三');
    await go(delta);
    expect(question()).not.toBeNull();
    expect(pathOf(router)).toBe('/letter');
    // The question is itself the topmost overlay: going back answers it with 继续填写.
    await go(delta);
    expect(question()).toBeNull();
    expect(screen.getByLabelText('姓名')).toHaveProperty('value', '张三');
    expect(pathOf(router)).toBe('/letter');
    await go(delta);
    await press('不保存，关闭');
    expect(screen.queryByRole('dialog')).toBeNull();
    // No dead entry is left: the next step leaves the page.
    await go(delta);
    expect(pathOf(router)).toBe(delta < 0 ? '/list' : '/after');
  },
);

test('going back closes overlays from the topmost one down, and then asks for the input of the page', async () => {
  const router = await open();
  type('主题', '路灯不亮');
  await press('填写');
  await press('看明细');
  await go(-1);
  expect(screen.queryByText('正文')).toBeNull();
  expect(screen.getByRole('dialog', { name: '填写来信人' })).toBeDefined();
  await go(-1);
  expect(screen.queryByText('内容尚未提交')).toBeNull();
  await go(-1);
  expect(screen.getByText('内容尚未提交')).toBeDefined();
  expect(pathOf(router)).toBe('/letter');
  await press('不提交，离开');
  await waitFor(() => expect(pathOf(router)).toBe('/list'));
});

test('a link in a dialog leads to its page', async () => {
  const router = await open();
  await press('填写');
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '填写说明' })));
  expect(pathOf(router)).toBe('/help');
  await go(-1);
  expect(pathOf(router)).toBe('/letter');
});

test('a reload asks while a dialog has unsaved input, and only then', async () => {
  await open();
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await press('填写');
  expect(reload()).toBe(false);
  type('姓名', '张三');
  expect(reload()).toBe(true);
  await act(async () => void fireEvent.keyDown(window, { key: 'Escape' }));
  await press('不保存，关闭');
  expect(reload()).toBe(false);
});

test('going back in a page that is only a dialog leads one page back', async () => {
  const router = await open();
  await act(() => router.navigate('/sms'));
  await screen.findByRole('dialog', { name: '发送短信' });
  await go(-1);
  await waitFor(() => expect(pathOf(router)).toBe('/letter'));
  await go(-1);
  expect(pathOf(router)).toBe('/list');
});
