import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PetitionHistoryButton } from '../petition-history/PetitionHistoryButton.tsx';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { PetitionPage } from './PetitionPage.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const item = (taskCode: string, name: string) => ({ taskCode, name, summary: `${name}的登记` });

function show(items: readonly ReturnType<typeof item>[], petitionItem: string | null) {
  const requests: string[] = [];
  answerCalls({
    'GET /api/shell/settings': () => ({
      embedOrigins: [],
      linkOrigins: [],
      petitionItem,
      petitionUnset: petitionItem === null ? { isMine: false, doers: ['田野'] } : null,
      portalOrigin: null,
      thirdApps: [],
    }),
    'GET /business/public/business/page': () => ({ rows: items, total: items.length }),
    'GET /business/portal/business/letters': () => requests.push('letters'),
    'GET /business/portal/business/visits': () => requests.push('visits'),
  });
  renderPart(<PetitionPage PetitionHistory={PetitionHistoryButton} />, '/petition');
  return requests;
}

describe('信访登记', () => {
  const bothItems = [item('visits', '来访登记'), item('letters', '来信登记')];

  test('lets the person choose among several petition items, the configured one first', async () => {
    const requests = show(bothItems, 'letters');
    await screen.findByText('请选择登记的事项');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.filter((href) => href?.includes('taskCode'))).toEqual([
      '/petition?taskCode=letters',
      '/petition?taskCode=visits',
    ]);
    expect(requests).toEqual([]);
  });

  test('starts the chosen item', async () => {
    const requests = show(bothItems, 'letters');
    fireEvent.click(await screen.findByRole('link', { name: /来访登记/ }));
    await vi.waitFor(() => expect(requests).toEqual(['visits']));
  });

  test('starts the only item at once, whether or not it is configured', async () => {
    const requests = show([item('letters', '来信登记')], null);
    await vi.waitFor(() => expect(requests).toEqual(['letters']));
  });

  test('shows the people to contact when there is no petition item', async () => {
    show([], null);
    expect(await screen.findByText('还没有指定信访登记的事项')).toBeTruthy();
  });
});
