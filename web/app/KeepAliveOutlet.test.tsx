import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import {
  createMemoryRouter,
  Link,
  RouterProvider,
  UNSAFE_LocationContext,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router';
import { expect, test } from 'vitest';
import { useScreenActive, useScreenRefresh } from '#web/toolkit/screen/screen.ts';
import { KeepAliveOutlet } from './KeepAliveOutlet.tsx';
import type { RouteHandle } from './route-handle.ts';
import styles from './screens.module.css';

function ListScreen(props: { name: string }) {
  const [text, setText] = useState('');
  const [refreshes, setRefreshes] = useState(0);
  const { pathname, search } = useLocation();
  const active = useScreenActive();
  useScreenRefresh(() => setRefreshes((count) => count + 1));
  return (
    <div>
      <input aria-label={props.name} value={text} onChange={(event) => setText(event.target.value)} />
      <output
        data-testid={props.name}
      >{`${pathname}${search} ${active ? 'active' : 'hidden'} ${refreshes}`}</output>
    </div>
  );
}

function Broken(): never {
  throw new Error('broken');
}

const handle = (overrides: Partial<RouteHandle>): RouteHandle => ({
  title: '',
  access: 'open',
  ...overrides,
});

function start() {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Link to="/todo">todo</Link>
            <KeepAliveOutlet />
          </>
        ),
        children: [
          { path: '/todo', handle: handle({ keepAlive: true }), element: <ListScreen name="todo" /> },
          { path: '/done', handle: handle({ keepAlive: true }), element: <ListScreen name="done" /> },
          { path: '/plain', handle: handle({}), element: <ListScreen name="plain" /> },
          { path: '/detail/:code', handle: handle({ reloadsPreviousList: true }), element: <p>detail</p> },
          { path: '/broken', handle: handle({}), element: <Broken /> },
        ],
      },
    ],
    { initialEntries: ['/todo?from=menu'] },
  );
  render(<RouterProvider router={router} />);
  return (path: string) => act(() => router.navigate(path));
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('a kept-alive screen keeps its state, and other screens start again', async () => {
  const go = start();
  fireEvent.change(field('todo'), { target: { value: '噪声' } });
  await go('/plain');
  fireEvent.change(field('plain'), { target: { value: 'x' } });
  await go('/todo');
  expect(field('todo').value).toBe('噪声');
  expect(screen.queryByLabelText('plain')).toBeNull();
  await go('/plain');
  expect(field('plain').value).toBe('');
});

test('a hidden screen keeps the address it was left with and its hidden state', async () => {
  const go = start();
  await go('/done?page=2');
  expect(screen.getByTestId('todo').textContent).toBe('/todo?from=menu hidden 0');
  expect(screen.getByTestId('done').textContent).toBe('/done?page=2 active 0');
  expect(screen.getByTestId('todo').closest<HTMLElement>(`.${styles.screen}`)?.style.display).toBe('none');
});

test('a list refreshes only when the previous screen requested it', async () => {
  const go = start();
  await go('/done');
  await go('/todo');
  expect(screen.getByTestId('todo').textContent).toBe('/todo active 0');
  await go('/detail/2026000001');
  await go('/todo');
  expect(screen.getByTestId('todo').textContent).toBe('/todo active 1');
  expect(screen.getByTestId('done').textContent).toContain('hidden 0');
});

test('an error in one screen does not affect the kept-alive screens', async () => {
  const consoleError = console.error;
  console.error = () => {};
  const go = start();
  fireEvent.change(field('todo'), { target: { value: '留着' } });
  await go('/broken');
  expect(screen.getByRole('alert').textContent).toContain('该页面出现异常');
  await go('/todo');
  expect(field('todo').value).toBe('留着');
  console.error = consoleError;
});

function HookValues() {
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  const values = [`${pathname}${search}`, parameters.get('page'), useNavigationType()];
  return <output data-testid="values">{values.join(' ')}</output>;
}

test('react-router stores its location in UNSAFE_LocationContext, and its hooks read the nearest provider', () => {
  const otherLocation = { pathname: '/done', search: '?page=2', hash: '', state: null, key: 'kept' };
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <UNSAFE_LocationContext.Provider
            value={{ location: otherLocation, navigationType: 'REPLACE' as never }}
          >
            <HookValues />
          </UNSAFE_LocationContext.Provider>
        ),
      },
    ],
    { initialEntries: ['/todo'] },
  );
  render(<RouterProvider router={router} />);
  expect(screen.getByTestId('values').textContent).toBe('/done?page=2 2 REPLACE');
});
