import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawTile } from './protect-watermark.ts';
import { Watermark } from './Watermark.tsx';

const layers = () => [...document.querySelectorAll<HTMLElement>('[data-testid="watermark"]')];
const flush = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));
const textsOf = (layer: HTMLElement | undefined) => decodeURIComponent(layer?.style.maskImage ?? '');

describe('watermark tile (S2 §2)', () => {
  it('is 200x200 and rotated by -30 degrees', () => {
    expect(drawTile(['请勿外传'])).toMatch(/width="200" height="200".*rotate\(-30 100 100\).*>请勿外传</);
  });

  it('escapes names as text', () => {
    expect(drawTile(['<b>&"'])).toContain('>&lt;b&gt;&amp;&quot;</text>');
  });
});

describe('watermark', () => {
  it('shows 请勿外传 over the whole window by default, hidden from screen readers', () => {
    const { unmount } = render(<Watermark />);
    const [layer] = layers();
    expect(layer?.parentElement).toBe(document.body);
    expect(layer?.getAttribute('aria-hidden')).toBe('true');
    expect(textsOf(layer)).toContain('请勿外传');
    unmount();
    expect(layers()).toHaveLength(0);
  });

  it('covers its children with the given lines', () => {
    render(<Watermark lines={['张伟', 'zhangwei']}>330127198001010011</Watermark>);
    const [layer] = layers();
    expect(layer?.parentElement).toBe(screen.getByText('330127198001010011'));
    expect(textsOf(layer)).toMatch(/张伟.*zhangwei/);
  });

  it.each([
    ['is removed', (layer: HTMLElement) => layer.remove()],
    ['is hidden', (layer: HTMLElement) => layer.style.setProperty('display', 'none')],
    ['loses its class', (layer: HTMLElement) => layer.removeAttribute('class')],
    ['is moved to another parent', (layer: HTMLElement) => document.head.append(layer)],
  ])('is restored when its node %s', async (_what, damage) => {
    render(<Watermark lines={['张伟']} />);
    const [before] = layers();
    if (before === undefined) throw new Error('No watermark');
    damage(before);
    await flush();
    const [after, ...others] = layers();
    expect(others).toEqual([]);
    expect(after?.parentElement).toBe(document.body);
    expect(after?.style.display).toBe('');
    expect(after?.className).not.toBe('');
    expect(textsOf(after)).toContain('张伟');
  });
});
