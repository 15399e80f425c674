import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { GuideButton } from './GuideButton.tsx';
import { testGuide } from './test-guide.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(guide: string) {
  answerCalls({
    'GET /business/business/getGuide': () => ({ ...testGuide, guide, papers: [], situations: [] }),
  });
  renderPart(<GuideButton itemName="群众来信办理" taskCode="petition-letter" guide={guide} />);
}
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: '办事指南' }));
  return screen.findByRole('dialog', { name: '办事指南：群众来信办理' });
};

describe('guide of an item', () => {
  it('shows rich text, sanitised again regardless of what is stored', async () => {
    show(
      '<p>请带<strong>原件</strong></p><img src=x onerror="alert(1)"><p onclick="alert(1)" id="root">二</p>',
    );
    const dialog = await open();
    await waitFor(() => expect(dialog.querySelector('strong')?.textContent).toBe('原件'));
    expect(dialog.querySelector('img, [onclick], #root')).toBeNull();
    expect(dialog.textContent).toContain('［外部图片已隐藏］');
  });

  it('shows plain text with its line breaks and characters', async () => {
    show('1. 5 人以上<10 人\n2. 带原件');
    const dialog = await open();
    await waitFor(() => expect(dialog.textContent).toContain('1. 5 人以上<10 人\n2. 带原件'));
  });

  it('is not offered where there is none', () => {
    show(' ');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
