import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSessionToken, storeSessionToken } from '#web/api/session-token.ts';
import { answerCalls } from '../work-orders/test-screen.tsx';
import { signOut } from './sign-out.ts';

beforeEach(() => {
  storeSessionToken('token-of-zhang');
  sessionStorage.setItem('banjian.cameFrom', '/todo');
});
afterEach(() => vi.unstubAllGlobals());

it('forgets the token and clears session storage, whether or not the server can be reached (S0 §2)', async () => {
  vi.stubGlobal('location', { ...location, assign: vi.fn() });
  answerCalls({});
  await signOut();
  expect(readSessionToken()).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});
