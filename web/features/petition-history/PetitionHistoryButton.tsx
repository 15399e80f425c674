import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { lazyPart } from '../../toolkit/lazy-parts/lazy-part.tsx';
import type { Petitioner } from './history-filters.ts';
import type { PetitionHistoryDialogProps } from './PetitionHistoryDialog.tsx';

const PetitionHistoryDialog = lazyPart(
  async () => (await import('./PetitionHistoryDialog.tsx')).PetitionHistoryDialog,
);

/**
 * Shows 历史信访 (S1 §2): earlier petitions of the petitioner of an order, or of the person who is being
 * registered.
 */
export function PetitionHistoryButton(props: {
  /** Returns the petitioner when the dialog opens, with the input so far. */
  petitioner: () => Petitioner;
  onLink?: PetitionHistoryDialogProps['onLink'];
  reasonNotLinkable?: PetitionHistoryDialogProps['reasonNotLinkable'];
}) {
  const { petitioner, onLink, reasonNotLinkable } = props;
  const [petitionerOfDialog, setPetitionerOfDialog] = useState<Petitioner>();
  return (
    <>
      <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setPetitionerOfDialog(petitioner())}>
        历史信访
      </Button>
      {petitionerOfDialog && (
        <PetitionHistoryDialog
          petitioner={petitionerOfDialog}
          onLink={onLink}
          reasonNotLinkable={reasonNotLinkable}
          onClose={() => setPetitionerOfDialog(undefined)}
          onLoadFailed={() => setPetitionerOfDialog(undefined)}
        />
      )}
    </>
  );
}
