import { createForm, type Field as FormilyField } from '@formily/core';
import { connect, Field, FormProvider, mapProps, useField } from '@formily/react';
import { Form, Input, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import { useForm } from '#web/toolkit/form/use-form.ts';
import { type BenchField, benchFields, benchModel, choices, fieldsOfSection, maxLength } from './fields.ts';

/** The controls of Ant Design, the same for all hand-written forms. */
function control({ kind }: BenchField): ReactNode {
  if (kind === 'textarea') return <Input.TextArea rows={4} />;
  if (kind === 'select') return <Select options={choices} allowClear />;
  if (kind === 'radio') return <Radio.Group options={choices} />;
  return <Input />;
}

function sectionsOf(fields: readonly BenchField[]): BenchField[][] {
  const count = Math.ceil(fields.length / fieldsOfSection);
  return Array.from({ length: count }, (_, index) =>
    fields.slice(index * fieldsOfSection, (index + 1) * fieldsOfSection),
  );
}

function Ours({ model }: { model: ReturnType<typeof benchModel> }) {
  const form = useForm(model, { values: {}, authority: { '*': 2 }, mode: 'edit' });
  return <FormView form={form} />;
}

/** A form as a developer writes it with Ant Design alone; linked fields watch the first one. */
function HandWritten({ fields }: { fields: readonly BenchField[] }) {
  const [form] = Form.useForm();
  return (
    <Form form={form} labelCol={{ flex: '112px' }} autoComplete="off">
      {sectionsOf(fields).map((section) => (
        <section key={section[0]?.id}>
          <h3>{section[0]?.title}</h3>
          {section.map((field) =>
            field.isLinked ? (
              <LinkedItem key={field.id} field={field} />
            ) : (
              <Item key={field.id} field={field} required={field.required} />
            ),
          )}
        </section>
      ))}
    </Form>
  );
}

function LinkedItem({ field }: { field: BenchField }) {
  const first = Form.useWatch('f0') as string | undefined;
  return <Item field={field} required={Boolean(first)} />;
}

function Item({ field, required }: { field: BenchField; required: boolean }) {
  const { id, title, kind } = field;
  const rules = [
    { required, message: `${title}不能为空` },
    ...(kind === 'text' || kind === 'textarea' ? [{ max: maxLength }] : []),
  ];
  return (
    <Form.Item name={id} label={title} rules={rules}>
      {control(field)}
    </Form.Item>
  );
}

/** The components of Ant Design, connected to Formily by hand, because it has no package for Ant Design 6. */
const formilyControls = {
  text: connect(Input),
  number: connect(Input),
  textarea: connect(Input.TextArea),
  select: connect(Select, mapProps({ dataSource: 'options' })),
  radio: connect(Radio.Group, mapProps({ dataSource: 'options' })),
};

function FormilyItem({ children }: { children?: ReactNode }) {
  const field = useField<FormilyField>();
  return (
    <div className="ant-form-item">
      <label htmlFor={field.path.toString()}>
        {field.required && <span>*</span>}
        {field.title}
      </label>
      <div>
        {children}
        {field.selfErrors.map((error) => (
          <div key={String(error)} className="ant-form-item-explain-error">
            {error}
          </div>
        ))}
      </div>
    </div>
  );
}

const requireWithFirst = (field: FormilyField) => {
  field.required = Boolean(field.query('f0').value());
};

function Formily({ form, fields }: { form: ReturnType<typeof createForm>; fields: readonly BenchField[] }) {
  return (
    <FormProvider form={form}>
      {sectionsOf(fields).map((section) => (
        <section key={section[0]?.id}>
          <h3>{section[0]?.title}</h3>
          {section.map(({ id, title, kind, required, isLinked }) => (
            <Field
              key={id}
              name={id}
              title={title}
              required={required && !isLinked}
              dataSource={kind === 'select' || kind === 'radio' ? choices : undefined}
              validator={kind === 'text' || kind === 'textarea' ? { max: maxLength } : undefined}
              decorator={[FormilyItem]}
              component={[formilyControls[kind], { id }]}
              reactions={isLinked ? requireWithFirst : undefined}
            />
          ))}
        </section>
      ))}
    </FormProvider>
  );
}

/** Returns the element of a form with this number of fields; definitions are compiled when it is mounted. */
export const forms = {
  ours: (count: number) => {
    const model = benchModel(benchFields(count));
    return () => <Ours model={model} />;
  },
  antd: (count: number) => {
    const fields = benchFields(count);
    return () => <HandWritten fields={fields} />;
  },
  formily: (count: number) => {
    const fields = benchFields(count);
    return () => <Formily form={createForm()} fields={fields} />;
  },
} satisfies Record<string, (count: number) => () => ReactNode>;

export type FormKind = keyof typeof forms;
