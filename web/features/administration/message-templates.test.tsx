import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { messageTemplates } from '#contract/message-templates.ts';
import { answerCalls, pressAgain, refuseWith, renderPart } from '../work-orders/test-screen.tsx';
import { MessageTemplatesScreen } from './MessageTemplatesScreen.tsx';

/** 消息模板: words that two administrators have before them at once (decision 0194). */

afterEach(() => vi.unstubAllGlobals());

it('keeps what was typed of words that somebody else saved first, and says what they wrote', async () => {
  let words = { content: '您有一条待办', digest: 'seen' };
  const sent = answerCalls({
    [`GET ${messageTemplates.list.path}`]: () => ({
      events: [
        {
          event: 'todo',
          eventLabel: '待办',
          channel: '10',
          channelLabel: '短信',
          isDefault: false,
          updatedAt: '2026-11-20T02:00:00.000Z',
          updatedByName: '赵敏',
          ...words,
        },
      ],
      picked: [],
    }),
    [`POST ${messageTemplates.saveEvent.path}`]: ({ body }) =>
      (body as { digest: string }).digest === 'newer'
        ? {}
        : refuseWith(40958, '该消息模板已由赵敏于 2026-11-20 10:05 修改'),
  });
  renderPart(<MessageTemplatesScreen />);
  fireEvent.click(await screen.findByRole('button', { name: '修改 待办 短信' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('内容'), { target: { value: '请办理' } });
  words = { content: '赵敏写的', digest: 'newer' };
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('该消息模板已由赵敏于 2026-11-20 10:05 修改。');
  expect(alert.textContent).toContain('内容：您有一条待办 → 赵敏写的（您也改了这一项');
  expect(within(dialog).getByLabelText('内容')).toHaveProperty('value', '请办理');
  await pressAgain(() => within(dialog).getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
    event: 'todo',
    channel: '10',
    content: '请办理',
    digest: 'newer',
  });
});
