import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import SetupLanding from './SetupLanding.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const step = (isDone: boolean, isOptional: boolean) => ({ isDone, isOptional });

test.each([
  [
    'a required step is missing',
    () => ({ steps: [step(true, false), step(false, false)] }),
    '/business/first-steps',
  ],
  [
    'only optional steps are missing',
    () => ({ steps: [step(true, false), step(false, true)] }),
    '/business/items',
  ],
  ['the steps could not be loaded', () => refuseWith(500, '系统繁忙'), '/business/items'],
])(
  'a person who configures items sees the first steps only if one is missing: %s',
  async (_, answer, path) => {
    answerCalls({ 'GET /api/administration/first-steps': answer });
    history.replaceState(null, '', '/');
    const { router } = renderPart(<SetupLanding path="/business/items" />);
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  },
);
