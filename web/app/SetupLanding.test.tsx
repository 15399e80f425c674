import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import SetupLanding from './SetupLanding.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

function LandingRoute() {
  const { pathname } = useLocation();
  return pathname.startsWith('/business') ? <p>{pathname}</p> : <SetupLanding path="/business/items" />;
}
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
])('a person who configures items lands according to what is missing: %s', async (_, answer, path) => {
  answerCalls({ 'GET /api/administration/first-steps': answer });
  renderPart(<LandingRoute />, '/*');
  expect(await screen.findByText(path)).toBeTruthy();
});
