import { expect, it } from 'vitest';
import { noteOnOmittedContent } from './detail-texts.ts';

it('explains what a record of an order or a file leaves out', () => {
  expect(noteOnOmittedContent({ chain: 'order x', action: 'work-order.handle' })).toContain('办理按钮');
  expect(noteOnOmittedContent({ chain: 'file', action: 'file.upload' })).toContain('附件名称');
  expect(noteOnOmittedContent({ chain: 'session', action: 'session.login' })).toBeUndefined();
});
