import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { guideQuery } from './guide-query.ts';
import { ItemGuide } from './ItemGuide.tsx';

/** Shows 办事指南 of the item that is being started. */
export function GuideDialog(props: { itemName: string; taskCode: string; onClose: () => void }) {
  const guide = useQuery(guideQuery(props.taskCode));
  const [situation, setSituation] = useState<string>();
  return (
    <AppModal
      open
      title={`办事指南：${props.itemName}`}
      width={880}
      styles={{ body: { maxHeight: '65vh', overflow: 'auto' } }}
      onCancel={props.onClose}
      footer={
        <Button type="primary" onClick={props.onClose}>
          关闭
        </Button>
      }
    >
      {guide.isPending && <SkeletonRows rows={6} />}
      {guide.isError && <FailureState failure={guide.error} onRetry={() => void guide.refetch()} />}
      {guide.isSuccess && <ItemGuide guide={guide.data} situation={situation} onSituation={setSituation} />}
    </AppModal>
  );
}
