import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { Redirect } from './Redirect.tsx';

/** Renders a first page whose redirect begins when `redirect` is called, and a screen that loads until `load`. */
function renderPages() {
  history.replaceState(null, '', '/');
  let redirect = () => {};
  let load = () => {};
  function FirstPage() {
    const [isKnown, setIsKnown] = useState(false);
    redirect = () => setIsKnown(true);
    return isKnown ? <Redirect to="/lists" /> : <p>首页</p>;
  }
  const Slow = lazy(
    () =>
      new Promise<{ default: () => React.JSX.Element }>((resolve) => {
        load = () => resolve({ default: () => <p>节假日</p> });
      }),
  );
  const router = createBrowserRouter([
    { path: '/', element: <FirstPage /> },
    { path: '/lists', element: <p>待办</p> },
    {
      path: '/holidays',
      element: <Slow />,
    },
  ]);
  render(
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
  );
  return { router, redirect: () => redirect(), load: () => load() };
}

test('a first page redirects once its target is known', async () => {
  const { redirect } = renderPages();
  await screen.findByText('首页');
  act(redirect);
  expect(await screen.findByText('待办')).toBeTruthy();
});

test('a redirect whose target is known late does not undo the screen that a person opened', async () => {
  const { router, redirect, load } = renderPages();
  await screen.findByText('首页');
  await act(() => router.navigate('/holidays'));
  expect(screen.getByText('首页')).toBeTruthy();
  act(redirect);
  await act(async () => load());
  expect(await screen.findByText('节假日')).toBeTruthy();
  expect(location.pathname).toBe('/holidays');
});
