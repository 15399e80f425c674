import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { FormOnScreen } from '#web/features/handling/use-handled-forms.ts';
import { ProcessPanel } from '#web/features/processes/ProcessPanel.tsx';
import { TraceTimeline } from '../trace/TraceTimeline.tsx';
import { ApplicantPanel } from './ApplicantPanel.tsx';
import { BasicInfo } from './BasicInfo.tsx';
import { OrderForm } from './OrderForm.tsx';

/** Form tabs that stand in the row before 更多 (S1 §9). */
const formTabsShown = 3;

/** The parts of an order as tabs; form tabs stay mounted, because what is typed in them is sent from any tab. */
export function DetailTabs(props: {
  page: WorkOrderPage;
  /** The answer that the user works on; its forms keep what was typed. */
  inHand: WorkOrderPage;
  editable: boolean;
  withTrace: boolean;
  markedTraceId: string | undefined;
  active: string | undefined;
  onActivate: (key: string) => void;
  register: (formCode: string, form: FormOnScreen) => () => void;
}) {
  const { page, inHand, editable, withTrace, markedTraceId, active, onActivate, register } = props;
  const [allForms, setAllForms] = useState(false);
  const { order, applicant, process, can } = page;
  const forms = editable ? inHand.forms : page.forms;
  const folds = forms.length > formTabsShown;
  const activeForm = forms.findIndex((form) => formTab(form.formCode) === active);
  const unfolded = allForms || activeForm >= formTabsShown;
  const inRow = folds && !unfolded ? forms.slice(0, formTabsShown) : forms;

  return (
    <>
      <Tabs
        className="detail-tabs"
        activeKey={active ?? firstTab(inHand, editable)}
        onChange={onActivate}
        tabBarExtraContent={
          folds && (
            <Button
              type="text"
              size="small"
              aria-expanded={unfolded}
              icon={unfolded ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              onClick={() => setAllForms(!unfolded)}
            >
              {unfolded ? '收起表单' : `更多表单（${forms.length - formTabsShown}）`}
            </Button>
          )
        }
        items={[
          { key: 'basic', label: '基本信息', children: <BasicInfo order={order} /> },
          {
            key: 'applicant',
            label: '申请人',
            children: <ApplicantPanel orderCode={order.code} applicant={applicant} mayReveal={can.reveal} />,
          },
          ...forms.map((form) => ({
            key: formTab(form.formCode),
            label: inRow.includes(form) ? form.formName : null,
            className: inRow.includes(form) ? undefined : 'folded-form',
            disabled: !inRow.includes(form),
            forceRender: editable,
            children: (
              <OrderForm
                key={`${inHand.order.version}.${form.formCode}`}
                form={form}
                editable={editable}
                register={register}
                onShow={() => {
                  setAllForms(true);
                  onActivate(formTab(form.formCode));
                }}
              />
            ),
          })),
          {
            key: 'process',
            label: '流程图',
            children: (
              <ProcessPanel
                definitionId={process.definitionId}
                activeNodeIds={process.activeNodeIds}
                doneNodeIds={process.doneNodeIds}
              />
            ),
          },
          ...(withTrace
            ? [
                {
                  key: 'trace',
                  label: '办理轨迹',
                  children: <TraceTimeline traces={page.traces} markedId={markedTraceId} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

export function formTab(formCode: string): string {
  return `form.${formCode}`;
}

/** Who has to handle the order reads the matter first; everybody else the basic information. */
function firstTab(page: WorkOrderPage, editable: boolean): string {
  const form = page.forms[0];
  return editable && form !== undefined ? formTab(form.formCode) : 'basic';
}
