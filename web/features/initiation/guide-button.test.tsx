import { fireEvent, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { describe, expect, it } from 'vitest';
import { GuideButton } from './GuideButton.tsx';

const show = (guide: string) =>
  render(
    <App>
      <GuideButton itemName="群众来信办理" guide={guide} />
    </App>,
  );
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: '办事指南' }));
  return screen.findByRole('dialog', { name: '办事指南：群众来信办理' });
};

describe('the guide of an item', () => {
  it('shows rich text, cleaned once more whatever was stored', async () => {
    show(
      '<p>请带<strong>原件</strong></p><img src=x onerror="alert(1)"><p onclick="alert(1)" id="root">二</p>',
    );
    const dialog = await open();
    expect(dialog.querySelector('strong')?.textContent).toBe('原件');
    expect(dialog.querySelector('img, [onclick], #root')).toBeNull();
    expect(dialog.textContent).toContain('［外部图片已隐藏］');
  });

  it('shows a plain text with its own lines and signs', async () => {
    show('1. 5 人以上<10 人\n2. 带原件');
    expect((await open()).textContent).toContain('1. 5 人以上<10 人\n2. 带原件');
  });

  it('is not offered where there is none', () => {
    show(' ');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
