import { MinusCircleOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { AddSeatsDialog, RemoveSeatDialog } from './lazy-dialogs.ts';
import { addSeatsLabel } from './requested-seats.ts';

/**
 * Shows the actions of an approval round: 增加 in its heading, 减签 next to each participant who has not answered.
 */
export function PanelOffer(props: {
  order: WorkOrderPage['order'];
  panel: PanelView;
  /** Undefined in the heading of the approval round. */
  seat?: SeatRow | undefined;
  onReload: () => void;
}) {
  const { order, panel, seat, onReload } = props;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isOffered = seat === undefined ? panel.can.add : seat.canRemove;
  if (!isOffered && !isDialogOpen) return null;
  const close = () => setDialogOpen(false);
  const dialog = {
    order,
    panel,
    onClose: close,
    onLoadFailed: close,
    onDone: () => {
      close();
      onReload();
    },
  };
  return (
    <>
      {seat === undefined ? (
        <Button
          type="link"
          size="small"
          icon={<UserAddOutlined aria-hidden />}
          onClick={() => setDialogOpen(true)}
        >
          {addSeatsLabel(panel)}
        </Button>
      ) : (
        <Button
          type="link"
          size="small"
          icon={<MinusCircleOutlined aria-hidden />}
          aria-label={`减签${seat.handlerName}`}
          onClick={() => setDialogOpen(true)}
        >
          减签
        </Button>
      )}
      {isDialogOpen &&
        (seat === undefined ? <AddSeatsDialog {...dialog} /> : <RemoveSeatDialog {...dialog} seat={seat} />)}
    </>
  );
}
