import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import {
  type HallRow,
  hallSheet,
  officeHalls,
  officeWindows,
  type WindowRow,
  windowSheet,
} from '#contract/office-parts.ts';
import { queryOf } from '#web/api/query-of.ts';
import { distinctName } from '#web/toolkit/codes/distinct-name.ts';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { MasterDetail } from '#web/toolkit/page/MasterDetail.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { SheetMenu } from '#web/toolkit/sheet-import/SheetMenu.tsx';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import { HallList } from './HallList.tsx';
import styles from './office.module.css';
import { newPart, PartCard, peopleColumn } from './PartCard.tsx';
import { PartDialog } from './PartDialog.tsx';
import { type EditedPart, hallForm, windowForm } from './part-forms.ts';

/** Shows 大厅与窗口: the halls, and next to them the windows of the selected one. */
export function WindowsScreen() {
  const [editedPart, setEditedPart] = useState<EditedPart>();
  const [selectedId, setSelectedId] = useState<string>();
  const halls = useQuery(queryOf(officeHalls.list, {}));
  const windows = useQuery(queryOf(officeWindows.list, {}));
  const rows = halls.data?.rows ?? [];
  const selectedHall = rows.find(({ id }) => id === selectedId) ?? rows[0];
  return (
    <Page title="大厅与窗口">
      <MasterDetail
        master={
          <TableCard
            title="大厅"
            tools={
              <>
                <SheetMenu
                  label={`更多${hallForm.title}操作`}
                  sheets={[{ title: hallForm.title, calls: hallSheet }]}
                />
                <Button onClick={() => setEditedPart(newPart(hallForm, rows))}>新建大厅</Button>
              </>
            }
          >
            {halls.isPending && <SkeletonRows rows={4} />}
            {halls.isError && <FailureState failure={halls.error} onRetry={() => void halls.refetch()} />}
            {halls.isSuccess && rows.length === 0 && (
              <EmptyState compact title="还没有大厅" hint="请先新建机构，再新建大厅；窗口在大厅中新建。" />
            )}
            {selectedHall && <HallList halls={rows} selectedId={selectedHall.id} onSelect={setSelectedId} />}
          </TableCard>
        }
      >
        <PartCard<WindowRow>
          title={selectedHall?.name ?? '窗口'}
          note={selectedHall && <HallFacts hall={selectedHall} halls={rows} onRequest={setEditedPart} />}
          form={windowForm}
          sheet={windowSheet}
          query={windows}
          rows={(windows.data?.rows ?? []).filter(({ hallId }) => hallId === selectedHall?.id)}
          initialValues={selectedHall ? { hallId: selectedHall.id } : {}}
          hint={selectedHall ? '新建后，可以在账号中让人员在窗口上岗。' : '请先新建大厅，再新建其窗口。'}
          columns={[
            { column: { title: '窗口号', width: 76 }, text: ({ number }) => number },
            peopleColumn('在岗人数', 'windowId'),
          ]}
          onRequest={setEditedPart}
        />
      </MasterDetail>
      {editedPart && <PartDialog editedPart={editedPart} onClose={() => setEditedPart(undefined)} />}
    </Page>
  );
}

/** Shows the organisation of a hall, and the actions on it. */
function HallFacts(props: {
  hall: HallRow;
  halls: readonly HallRow[];
  onRequest: (editedPart: EditedPart) => void;
}) {
  const { hall, halls, onRequest } = props;
  const [showsCodes] = useShowCodes();
  const requestPart = (isRemoval: boolean) =>
    onRequest({
      form: hallForm,
      row: hall,
      uniqueName: distinctName(hall, halls),
      position: hall.sortBy,
      isRemoval,
    });
  return (
    <div className={styles.hall}>
      <span>{hall.orgName}</span>
      {showsCodes && <span>编码 {hall.id}</span>}
      <Button type="link" size="small" aria-label={`修改 ${hall.name}`} onClick={() => requestPart(false)}>
        修改
      </Button>
      <Button type="link" size="small" aria-label={`删除 ${hall.name}`} onClick={() => requestPart(true)}>
        删除
      </Button>
    </div>
  );
}
