import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { RecordOffer } from '#contract/record-offer.ts';
import { type SideRecordRow, sideRecords } from '#contract/side-records.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import type { RecordDialogProps } from './base/record-view.ts';
import { RecordCard } from './RecordCard.tsx';
import { recordKinds } from './record-kinds.ts';

/** Number of closed records that are shown at first. */
const shownClosedRecords = 3;

/** Shows the side records of an order as cards, the open ones first, each with the commands that are possible. */
export function RecordsPart({ order, onDone }: Pick<RecordDialogProps, 'order' | 'onDone'>) {
  const list = useQuery(queryOf(sideRecords.list, { params: { workorderCode: order.code } }));
  const [given, setGiven] = useState<{ offer: RecordOffer; record: SideRecordRow }>();
  const [showsAll, setShowsAll] = useState(false);
  if (list.isError)
    return (
      <Card title="办件记录">
        <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />
      </Card>
    );
  if (!list.data)
    return (
      <Card title="办件记录">
        <SkeletonRows rows={2} />
      </Card>
    );
  const { records, offers } = list.data;
  const open = records.filter(({ isOpen }) => isOpen);
  const closed = records.filter(({ isOpen }) => !isOpen);
  const shownClosed = showsAll ? closed : closed.slice(0, shownClosedRecords);
  const Dialog = given && recordKinds[given.offer.kind]?.Dialog;
  return (
    <>
      {[...open, ...shownClosed].map((record) => (
        <RecordCard
          key={record.id}
          record={record}
          order={order}
          offers={offers.filter(({ recordId }) => recordId === record.id)}
          onPress={(offer) => setGiven({ offer, record })}
          onDone={onDone}
        />
      ))}
      {shownClosed.length < closed.length && (
        <Button type="link" onClick={() => setShowsAll(true)}>
          查看其余 {closed.length - shownClosed.length} 项已了结的记录
        </Button>
      )}
      {given && Dialog && (
        <Dialog
          order={order}
          offer={given.offer}
          record={given.record}
          onDone={() => {
            setGiven(undefined);
            onDone();
          }}
          onClose={() => setGiven(undefined)}
        />
      )}
    </>
  );
}
