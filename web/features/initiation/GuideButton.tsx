import { ReadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const GuideDialog = lazy(() => import('./GuideDialog.tsx'));

/** 办事指南 of an item that has one; what shows it, and cleans it, is fetched when somebody asks. */
export function GuideButton({ itemName, guide }: { itemName: string; guide: string }) {
  const [open, setOpen] = useState(false);
  if (guide.trim() === '') return null;
  return (
    <>
      <Button size="small" icon={<ReadOutlined aria-hidden />} onClick={() => setOpen(true)}>
        办事指南
      </Button>
      {open && (
        <Suspense>
          <GuideDialog itemName={itemName} guide={guide} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
