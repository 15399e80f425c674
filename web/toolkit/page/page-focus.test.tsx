import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Page } from './Page.tsx';

function Screen() {
  const [isDone, setDone] = useState(false);
  return isDone ? (
    <Page key="done" title="办件已提交">
      已提交
    </Page>
  ) : (
    <Page key="form" title="群众来信办理">
      <button type="button" onClick={() => setDone(true)}>
        提交
      </button>
    </Page>
  );
}

test('the page that follows the button 提交 has the focus on its heading', () => {
  render(<Screen />);
  expect(document.activeElement).toBe(document.body);
  const submit = screen.getByRole('button', { name: '提交' });
  submit.focus();
  fireEvent.click(submit);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '办件已提交' }));
});
