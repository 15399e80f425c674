import { MinusCircleOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { AddSeatsDialog } from './AddSeatsDialog.tsx';
import { RemoveSeatDialog } from './RemoveSeatDialog.tsx';
import { addSeatsLabel } from './requested-seats.ts';

/**
 * Offers actions at the people who are asked: 增加 in the panel's head, 减签 at each person who has not answered.
 */
export function PanelOffer(props: {
  order: WorkOrderPage['order'];
  panel: PanelView;
  /** Absent in the panel's head. */
  seat?: SeatRow | undefined;
  onReload: () => void;
}) {
  const { order, panel, seat, onReload } = props;
  const [asking, setAsking] = useState(false);
  const isOffered = seat === undefined ? panel.can.add : seat.canRemove;
  if (!isOffered && !asking) return null;
  const close = () => setAsking(false);
  const dialog = {
    order,
    panel,
    onClose: close,
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
          onClick={() => setAsking(true)}
        >
          {addSeatsLabel(panel)}
        </Button>
      ) : (
        <Button
          type="link"
          size="small"
          icon={<MinusCircleOutlined aria-hidden />}
          aria-label={`减签${seat.handlerName}`}
          onClick={() => setAsking(true)}
        >
          减签
        </Button>
      )}
      {asking &&
        (seat === undefined ? <AddSeatsDialog {...dialog} /> : <RemoveSeatDialog {...dialog} seat={seat} />)}
    </>
  );
}
