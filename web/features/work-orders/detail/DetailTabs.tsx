import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { OpenFormView } from '#web/toolkit/open-forms/OpenFormView.tsx';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { TraceTimeline } from '../trace/TraceTimeline.tsx';
import { ApplicantPanel } from './ApplicantPanel.tsx';
import { BasicInfo } from './BasicInfo.tsx';
import styles from './detail.module.css';
import type { DetailSlots } from './detail-slots.ts';
import { FormHistory } from './FormHistory.tsx';

/** Form tabs that stand in the row before 更多 (S1 §9). */
const formTabsShown = 3;

/** The parts of an order as tabs; beyond three forms the rest is behind 更多表单. */
export function DetailTabs(props: {
  page: WorkOrderPage;
  ProcessPanel: DetailSlots['ProcessPanel'];
  open: readonly OpenForm[];
  withTrace: boolean;
  markedTraceId: string | undefined;
  active: string;
  onActivate: (key: string) => void;
}) {
  const { page, ProcessPanel, open, withTrace, markedTraceId, active, onActivate } = props;
  const [unfolded, setUnfolded] = useState(false);
  const { order, applicant, process, can } = page;
  const chosen = open.findIndex(({ form }) => formTab(form.formCode) === active);
  const all = unfolded || chosen >= formTabsShown;
  const shown = all ? open : open.slice(0, formTabsShown);
  const items = [
    { key: 'basic', label: '基本信息', children: <BasicInfo order={order} /> },
    {
      key: 'applicant',
      label: order.applicantWord,
      children: <ApplicantPanel order={order} applicant={applicant} mayReveal={can.reveal} />,
    },
    ...shown.map((each) => ({
      key: formTab(each.form.formCode),
      label: each.form.formName,
      children: <OpenFormView open={each} />,
    })),
    { key: 'process', label: '流程图', children: <ProcessPanel {...process} /> },
  ];
  if (page.hasFormHistory) {
    const history = <FormHistory orderCode={order.code} mayRestore={can.restoreForms} />;
    items.push({ key: 'form-history', label: '历史表单', children: history });
  }
  if (withTrace) {
    const timeline = <TraceTimeline traces={page.traces} markedId={markedTraceId} />;
    items.push({ key: 'trace', label: '办理轨迹', children: timeline });
  }
  return (
    <Tabs
      className={styles.detailTabs}
      activeKey={items.some(({ key }) => key === active) ? active : 'basic'}
      onChange={onActivate}
      items={items}
      tabBarExtraContent={
        open.length > formTabsShown && (
          <Button
            type="text"
            size="small"
            aria-expanded={all}
            icon={all ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => {
              setUnfolded(!all);
              if (all && chosen >= formTabsShown) onActivate('basic');
            }}
          >
            {all ? '收起' : `更多（${open.length - formTabsShown}）`}
          </Button>
        )
      }
    />
  );
}

export function formTab(formCode: string): string {
  return `form.${formCode}`;
}

/** Who has to handle the order reads the matter first; everybody else the basic information. */
export function firstTab(open: readonly OpenForm[], editable: boolean): string {
  const first = open[0];
  return editable && first !== undefined ? formTab(first.form.formCode) : 'basic';
}
