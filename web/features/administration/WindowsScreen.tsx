import { useQuery } from '@tanstack/react-query';
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
import { Page } from '#web/toolkit/page/Page.tsx';
import { PartCard } from './office/PartCard.tsx';
import { PartDialog } from './office/PartDialog.tsx';
import { type AskedPart, hallForm, windowForm } from './office/part-forms.ts';

/** 大厅 and 窗口: where people come to. */
export function WindowsScreen() {
  const [asked, setAsked] = useState<AskedPart>();
  const halls = useQuery(queryOf(officeHalls.list, {}));
  const windows = useQuery(queryOf(officeWindows.list, {}));
  return (
    <Page title="大厅与窗口">
      <PartCard<HallRow>
        form={hallForm}
        sheet={hallSheet}
        query={halls}
        hint="请先新建机构，再新建大厅；窗口在大厅中新建。"
        columns={[
          { title: '所属机构', text: ({ orgName }) => orgName },
          { title: '窗口数', text: (row) => String(row.windows) },
        ]}
        onAsk={setAsked}
      />
      <PartCard<WindowRow>
        form={windowForm}
        sheet={windowSheet}
        query={windows}
        hint="请先新建大厅，再新建其窗口。"
        columns={[
          { title: '窗口号', text: ({ number }) => number },
          { title: '所属大厅', text: ({ hallName }) => hallName },
          { title: '在岗人数', text: ({ people }) => String(people) },
        ]}
        onAsk={setAsked}
      />
      {asked && <PartDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
