import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ComponentProps, useCallback, useMemo, useState } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { OpenFormView } from '#web/toolkit/open-forms/OpenFormView.tsx';

const FieldHistoryDrawer = lazyPart(
  async () => (await import('./FieldHistoryDrawer.tsx')).FieldHistoryDrawer,
);

/** Shows a form of an order with a mark at each field that had another value before, which opens its changes. */
export function MarkedFormView({ code, ...props }: ComponentProps<typeof OpenFormView> & { code: string }) {
  const { form } = props.open;
  const [field, setField] = useState<CompiledField>();
  const overwritten = useMemo(
    () => new Set(form.changes.flatMap((change) => change.overwritten ?? [])),
    [form.changes],
  );
  const markOf = useCallback(
    (each: CompiledField) =>
      overwritten.has(each.id) && (
        <Button
          type="text"
          size="small"
          icon={<HistoryOutlined aria-hidden />}
          aria-label={`${each.title}的修改记录`}
          title="修改记录"
          onClick={() => setField(each)}
        />
      ),
    [overwritten],
  );
  const close = () => setField(undefined);
  return (
    <>
      <OpenFormView {...props} markOf={markOf} />
      {field && (
        <FieldHistoryDrawer
          code={code}
          formCode={form.formCode}
          field={field}
          onClose={close}
          onLoadFailed={close}
        />
      )}
    </>
  );
}
