import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { useId } from 'react';
import { holidays } from '#contract/holidays.ts';
import {
  checkHolidayEdit,
  checkHolidaySpan,
  holidayKindLabel,
  holidayLimits,
} from '#domain/calendar/holiday-edit.ts';
import { queryOf } from '#web/api/query-of.ts';
import { DaySpanInput } from '#web/toolkit/days/DaySpanInput.tsx';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import type { DaySpan } from '#web/toolkit/list-model/list-types.ts';
import type { HolidaySpan } from './holiday-year.ts';
import styles from './year-calendar.module.css';

interface Values {
  days: DaySpan | undefined;
  kind: HolidaySpan['kind'];
  name: string;
}

function readValues({ days, kind, name }: Values): HolidaySpan {
  return { from: days?.from ?? '', to: days?.to ?? '', kind, name };
}

/** Sets or removes holidays or make-up working days; shows the effect on time limits. */
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
  const days = Form.useWatch('days', form);
  const set = useReportedMutation(holidays.set);
  const remove = useReportedMutation(holidays.remove);

  const submit = async () => {
    const span = readValues(form.getFieldsValue());
    const problems = checkHolidayEdit(span, today);
    form.setFields([
      ...(['days', 'name'] as const).map((name) => ({ name, errors: [] as string[] })),
      ...problems.map(({ field, message }) => ({
        name: field === 'name' ? ('name' as const) : ('days' as const),
        errors: [message],
      })),
    ]);
    if (problems.length > 0) return;
    if (await set.mutation({ body: span }, '已保存节假日安排')) onClose();
  };
  const removeSpan = async () => {
    const { from, to } = readValues(form.getFieldsValue());
    if (await remove.mutation({ body: { from, to } }, '已取消这些天的安排')) onClose();
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
          <Button
            key="remove"
            danger
            style={{ float: 'left' }}
            loading={remove.running}
            onClick={() => void removeSpan()}
          >
            取消安排
          </Button>
        ),
        <CancelButton key="cancel" />,
        <Button key="ok" type="primary" loading={set.running} onClick={() => void submit()}>
          保存
        </Button>,
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ ...span, days: { from: span.from, to: span.to } }}
        onFinish={() => void submit()}
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
      {days && <Effect from={days.from ?? ''} to={days.to ?? ''} today={today} />}
    </EditingModal>
  );
}

function Effect({ from, to, today }: { from: string; to: string; today: string }) {
  const isPossible = checkHolidaySpan({ from, to }, today).length === 0;
  const effect = useQuery({
    ...queryOf(holidays.effect, { query: { from, to } }),
    placeholderData: keepPreviousData,
    enabled: isPossible,
  });
  if (!isPossible || !effect.data) return null;
  return (
    <ul className={styles.effect} aria-label="改动的影响">
      {effect.data.sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
