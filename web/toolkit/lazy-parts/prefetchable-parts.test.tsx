import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { prefetchableParts } from './prefetchable-parts.tsx';

const load = async () => ({ Greeting: () => <p>您好</p> });

const draw = (Part: () => React.ReactNode) =>
  render(
    <Suspense fallback={<p>正在打开</p>}>
      <Part />
    </Suspense>,
  );

it('a part whose file has loaded is rendered with the screen', async () => {
  const parts = prefetchableParts(load);
  const Part = parts.part(({ Greeting }) => Greeting);
  await parts.prefetch();
  draw(() => <Part />);
  expect(screen.queryByText('您好')).not.toBeNull();
  expect(screen.queryByText('正在打开')).toBeNull();
});

it('any other part is rendered after a fallback', async () => {
  const Part = prefetchableParts(load).part(({ Greeting }) => Greeting);
  draw(() => <Part />);
  expect(screen.queryByText('正在打开')).not.toBeNull();
  expect(await screen.findByText('您好')).toBeTruthy();
});

it('a file that could not be loaded is requested again', async () => {
  let tries = 0;
  const parts = prefetchableParts(async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
    return await load();
  });
  const Part = parts.part(({ Greeting }) => Greeting);
  await parts.prefetch();
  draw(() => <Part />);
  expect(await screen.findByText('您好')).toBeTruthy();
});
