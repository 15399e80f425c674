import { Button, Form, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import {
  checkHolidayEdit,
  checkHolidaySpan,
  holidayKindLabel,
  holidayLimits,
} from '#domain/calendar/holiday-edit.ts';
import { DaySpanInput } from '#web/toolkit/days/DaySpanInput.tsx';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import type { DaySpan } from '#web/toolkit/list-model/list-types.ts';
import { CalendarEffectDialog } from './CalendarEffectDialog.tsx';
import type { HolidaySpan, PlannedEdit } from './holiday-year.ts';

interface Values {
  days: DaySpan | undefined;
  kind: HolidaySpan['kind'];
  name: string;
}

function readValues({ days, kind, name }: Values): HolidaySpan {
  return { from: days?.from ?? '', to: days?.to ?? '', kind, name };
}

/** Edits holidays or make-up working days; their effect on time limits is shown before they are saved. */
export function HolidayDialog(props: {
  span: HolidaySpan;
  /** True if the days are stored as holidays or make-up working days, and can be removed. */
  isStored: boolean;
  today: string;
  onClose: () => void;
}) {
  const { span, isStored, today, onClose } = props;
  const daysId = useId();
  const [form] = Form.useForm<Values>();
  const [plan, setPlan] = useState<PlannedEdit>();

  const submit = () => {
    const span = readValues(form.getFieldsValue());
    const problems = checkHolidayEdit(span, today);
    form.setFields([
      ...(['days', 'name'] as const).map((name) => ({ name, errors: [] as string[] })),
      ...problems.map(({ field, message }) => ({
        name: field === 'name' ? ('name' as const) : ('days' as const),
        errors: [message],
      })),
    ]);
    if (problems.length === 0) setPlan({ ...span, name: span.name.trim() });
  };
  const removeSpan = () => {
    const edit = readValues(form.getFieldsValue());
    const problems = checkHolidaySpan(edit, today);
    form.setFields([{ name: 'days', errors: problems.map(({ message }) => message) }]);
    if (problems.length === 0) setPlan({ ...edit, kind: 'none' });
  };

  return (
    <EditingModal
      open
      title={isStored ? '修改节假日' : '设置节假日'}
      width={520}
      unsaved={() => form.isFieldsTouched()}
      onCancel={onClose}
      footer={[
        isStored && (
          <Button key="remove" danger style={{ float: 'left' }} onClick={removeSpan}>
            取消安排
          </Button>
        ),
        <CancelButton key="cancel" />,
        <Button key="ok" type="primary" onClick={submit}>
          下一步
        </Button>,
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ ...span, days: { from: span.from, to: span.to } }}
        onFinish={submit}
      >
        <Form.Item name="days" label="日期" htmlFor={daysId}>
          <DaySpanInput id={daysId} label="日期" isRequired />
        </Form.Item>
        <Form.Item name="kind" label="安排">
          <Radio.Group
            aria-label="安排"
            options={Object.entries(holidayKindLabel).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="name" label="节假日名称" required>
          <Input aria-required maxLength={holidayLimits.nameCharacters} placeholder="例如 国庆节" />
        </Form.Item>
      </Form>
      {plan && (
        <CalendarEffectDialog
          edit={plan}
          onCancel={() => setPlan(undefined)}
          onSaved={() => {
            setPlan(undefined);
            onClose();
          }}
        />
      )}
    </EditingModal>
  );
}
