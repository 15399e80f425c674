import { ReadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';

const GuideDialog = lazyPart(async () => (await import('./GuideDialog.tsx')).GuideDialog);

/** Shows 办事指南 of an item that has one; the code that sanitises and shows it loads when the user opens it. */
export function GuideButton(props: { itemName: string; taskCode: string; guide: string }) {
  const { itemName, taskCode, guide } = props;
  const [open, setOpen] = useState(false);
  if (guide.trim() === '') return null;
  return (
    <>
      <Button size="small" icon={<ReadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        办事指南
      </Button>
      {open && (
        <GuideDialog
          itemName={itemName}
          taskCode={taskCode}
          onClose={() => setOpen(false)}
          onLoadFailed={() => setOpen(false)}
        />
      )}
    </>
  );
}
