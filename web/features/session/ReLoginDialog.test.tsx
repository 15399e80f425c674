import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ReLoginDialog } from './ReLoginDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a submission before the captcha has loaded waits for the captcha', async () => {
  const requestedPaths: string[] = [];
  let resolveCaptcha: (answer: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (url: string) => {
    const [path = ''] = url.split('?');
    requestedPaths.push(path);
    return new Promise<Response>((resolve) => {
      if (path === '/sys/captcha') resolveCaptcha = resolve;
    });
  });
  render(
    <ReLoginDialog
      account="lina"
      name="李娜"
      isOtherPerson={false}
      usedUnifiedLogin={false}
      onRestored={() => undefined}
      onLeave={() => undefined}
    />,
  );
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'River-98765' } });
  fireEvent.change(screen.getByLabelText('验证码'), { target: { value: '8888' } });
  fireEvent.click(screen.getByRole('button', { name: '重新登录' }));
  await act(async () => undefined);
  expect(requestedPaths).toEqual(['/sys/captcha']);
  const data = { captchaToken: 'token-1', img: 'data:image/svg+xml,', work: null };
  resolveCaptcha(Response.json({ errcode: 0, errmsg: '', data }));
  // The password is encrypted for the token that arrived.
  await waitFor(() => expect(requestedPaths).toEqual(['/sys/captcha', '/api/session/public-key']));
  expect(screen.queryByRole('alert')).toBeNull();
});
