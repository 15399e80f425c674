import { expect, it } from 'vitest';
import { remarkOnHidden } from './detail-texts.ts';

it('explains what a record of an order or a file leaves out', () => {
  expect(remarkOnHidden({ chain: 'order x', action: 'work-order.handle' })).toContain('办理按钮');
  expect(remarkOnHidden({ chain: 'file', action: 'file.upload' })).toContain('附件名称');
  expect(remarkOnHidden({ chain: 'session', action: 'session.login' })).toBeUndefined();
});
