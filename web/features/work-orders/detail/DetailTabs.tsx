import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { hasPart } from '#web/toolkit/form/form-part.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { InterfaceOwner } from '#web/toolkit/open-forms/InterfaceOwner.tsx';
import { type OpenForm, reopenForm } from '#web/toolkit/open-forms/open-forms.ts';
import tabStyles from '#web/toolkit/page/tabs.module.css';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import type { DetailSlots } from '../detail-slots.ts';
import { MarkedFormView } from '../history/MarkedFormView.tsx';
import type { PrintPart } from '../prints/print-parts.ts';
import { ApplicantSection } from './ApplicantSection.tsx';
import { BasicInfo } from './BasicInfo.tsx';
import styles from './detail.module.css';
import { FormHistory } from './FormHistory.tsx';
import { MaskedValues } from './MaskedValues.tsx';
import { useReveal } from './use-reveal.ts';

const FormChangesTab = lazyPart(async () => (await import('../history/FormChangesTab.tsx')).FormChangesTab);
const DocumentsTab = lazyPart(async () => (await import('../documents/DocumentsTab.tsx')).DocumentsTab);

const MaterialsTab = lazyPart(async () => (await import('../materials/MaterialsTab.tsx')).MaterialsTab);
const PetitionTab = lazyPart(async () => (await import('./PetitionTab.tsx')).PetitionTab);

/** Number of form tabs in the row before 更多 (S1 §9). */
const maxFormTabs = 3;

/** Shows the parts of an order as tabs; beyond three forms the others are behind 更多表单. */
export function DetailTabs(props: {
  page: WorkOrderPage;
  openFormList: readonly OpenForm[];
  active: string;
  PetitionHistory: DetailSlots['PetitionHistory'];
  onActivate: (key: string) => void;
  onPrint: (part: PrintPart) => void;
}) {
  const { page, openFormList: open, active, PetitionHistory, onActivate, onPrint } = props;
  const [isExpanded, setExpanded] = useState(false);
  const { order, applicant, can } = page;
  const activeIndex = open.findIndex(({ form }) => formTab(form.formCode) === active);
  const showsAll = isExpanded || activeIndex >= maxFormTabs;
  const visibleForms = showsAll ? open : open.slice(0, maxFormTabs);
  const items = [
    ...visibleForms.map((openForm) => ({
      key: formTab(openForm.form.formCode),
      label: openForm.form.formName,
      children: <ReadOnlyForm open={openForm} orderCode={order.code} mayReveal={can.reveal} />,
    })),
    {
      key: 'applicant',
      label: order.applicantWord,
      children: (
        <ApplicantSection
          order={order}
          applicant={applicant}
          mayReveal={can.reveal}
          PetitionHistory={PetitionHistory}
        />
      ),
    },
    { key: 'basic', label: '基本信息', children: <BasicInfo order={order} /> },
  ];
  if (page.materials !== null) {
    const materials = <MaterialsTab page={page} onLoadFailed={() => onActivate('basic')} />;
    items.push({ key: materialsTab, label: '材料', children: materials });
  }
  if (order.isPetition) {
    const petition = (
      <PetitionTab code={order.code} onPrint={onPrint} onLoadFailed={() => onActivate('basic')} />
    );
    items.push({ key: 'petition', label: '关联办件', children: petition });
  }
  if (page.forms.some(({ changes }) => changes.length > 0)) {
    const changes = <FormChangesTab page={page} onPrint={onPrint} onLoadFailed={() => onActivate('basic')} />;
    items.push({ key: 'form-changes', label: '修改记录', children: changes });
  }
  if (page.hasFormHistory) {
    const history = <FormHistory orderCode={order.code} mayRestore={can.restoreForms} />;
    items.push({ key: 'form-history', label: '历史表单', children: history });
  }
  if (page.makesPapers) {
    const documents = <DocumentsTab page={page} onLoadFailed={() => onActivate('basic')} />;
    items.push({ key: 'documents', label: '文书', children: documents });
  }
  return (
    <Tabs
      className={joinClasses(styles.detailTabs, tabStyles.swiped)}
      activeKey={items.some(({ key }) => key === active) ? active : 'basic'}
      onChange={onActivate}
      items={items}
      tabBarExtraContent={
        open.length > maxFormTabs && (
          <Button
            type="text"
            size="small"
            aria-expanded={showsAll}
            icon={showsAll ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => {
              setExpanded(!showsAll);
              if (showsAll && activeIndex >= maxFormTabs) onActivate('basic');
            }}
          >
            {showsAll ? '收起' : `更多（${open.length - maxFormTabs}）`}
          </Button>
        )
      }
    />
  );
}

/** Key of the tab with the materials. */
export const materialsTab = 'materials';

export function formTab(formCode: string): string {
  return `form.${formCode}`;
}

/** Returns the initial tab: the first form, or the basic data of an order without forms. */
export function firstTab(open: readonly OpenForm[]): string {
  const first = open[0];
  return first === undefined ? 'basic' : formTab(first.form.formCode);
}

/** Shows the read-only parts of a form; the others are above, where the user fills them in. */
function ReadOnlyForm({
  open,
  orderCode,
  mayReveal,
}: {
  open: OpenForm;
  orderCode: string;
  mayReveal: boolean;
}) {
  const { running, reveal } = useReveal(workOrders.revealForms, orderCode);
  const { formCode, masked } = open.form;
  const { handle, frame } = open;
  const isAllAbove =
    handle !== undefined && (frame ? hasPart(handle.store, 'fill') : !hasPart(handle.store, 'read'));
  if (isAllAbove) {
    return (
      <EmptyState compact title="没有其他内容" hint="本表单的内容都在“本环节须填写”里，或还没有填写。" />
    );
  }
  return (
    <MaskedValues
      // No reader gets a password back.
      canReveal={mayReveal && masked.some((path) => handle?.store.fieldAt(path)?.kind.writeOnly !== true)}
      running={running}
      reveal={async () => {
        const clearForm = (await reveal())?.rows.find((row) => row.formCode === formCode);
        return clearForm && reopenForm(open, clearForm.content);
      }}
    >
      {(clear) => (
        <InterfaceOwner workorderCode={orderCode}>
          <MarkedFormView code={orderCode} open={clear ?? open} part="read" />
        </InterfaceOwner>
      )}
    </MaskedValues>
  );
}
