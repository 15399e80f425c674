import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { CommonOpinionPopover } from '../opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '../opinions/OpinionChips.tsx';
import { UrgeDialog } from '../urge/UrgeDialog.tsx';
import { buildOrderPage } from '../work-orders/test-order.ts';
import { renderPart } from '../work-orders/test-screen.tsx';
import { HandlerBar } from './HandlerBar.tsx';

it('explains why an offer is not available, and disables its button', () => {
  const whyNot = '每个办件最多补充100次材料';
  const offer = {
    action: 'addPapers' as const,
    name: '补充材料',
    reason: 'optional' as const,
    about: [],
    whyNot,
  };
  renderPart(
    <HandlerBar
      UrgeDialog={UrgeDialog}
      RecordDialog={() => null}
      page={buildOrderPage({ offers: [offer] })}
      forms={noForms}
      onReload={() => undefined}
      onLeave={() => undefined}
      commonOpinions={{ Chips: OpinionChips, Popover: CommonOpinionPopover }}
    />,
  );
  const button = screen.getByRole('button', { name: '补充材料' });
  expect(button).toHaveProperty('disabled', true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(whyNot);
});
