import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { GuideScreen } from './GuideScreen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

// Without a route around it the screen has an empty id.
const at = 'GET /business/portal/business/';

test.each([
  ['请携带身份证原件', '请携带身份证原件'],
  [' ', '该事项没有办事指南'],
])(
  '/guide/{id} shows the guide of the item, or that it has none, and the way to start it (S0 §2): "%s"',
  async (guide, shown) => {
    answerCalls({ [at]: () => ({ name: '群众来信办理', guide }) });
    renderPart(<GuideScreen />, '/guide/petition-letter');
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: '发起办件' }).length).toBeGreaterThan(0);
  },
);
