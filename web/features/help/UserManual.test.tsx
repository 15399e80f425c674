import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { recordPageUnmount } from '#web/toolkit/page/arrival.ts';
import { HelpScreen } from './HelpScreen.tsx';
import { UserManual } from './UserManual.tsx';

const openAt = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <UserManual />
    </MemoryRouter>,
  );
// Clears the page of the previous test.
beforeEach(() => recordPageUnmount(false));

const focusedText = () => document.activeElement?.textContent;

it('opens at the section in the address, encoded by a browser or typed', () => {
  Element.prototype.scrollIntoView = () => {};
  for (const hash of ['%E5%BE%85%E5%8A%9E', '待办']) {
    const { unmount } = openAt(`/help#${hash}`);
    expect(focusedText()).toBe('待办');
    unmount();
  }
});

it.each(['/help#%E0%A4%A', '/help#%', '/help#nowhere', '/help?of=%E0%A4%A', '/help#elsewhere'])(
  'is shown also for a damaged or unknown address: %s',
  (address) => {
    render(<button type="button" id="elsewhere" />);
    openAt(address);
    expect(screen.getByRole('heading', { name: '待办' })).toBeDefined();
    expect(document.activeElement).toBe(document.body);
  },
);

it('opens the operator guide at a heading within a section, by its text or by a link of the file', async () => {
  Element.prototype.scrollIntoView = () => {};
  for (const hash of ['不用 npm 启动，作为系统服务', '不用-npm-启动作为系统服务']) {
    const { unmount } = render(
      <MemoryRouter initialEntries={[`/help?book=operator#${encodeURIComponent(hash)}`]}>
        <HelpScreen />
      </MemoryRouter>,
    );
    const heading = await screen.findByRole('heading', { name: '不用 npm 启动，作为系统服务' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    unmount();
  }
});
