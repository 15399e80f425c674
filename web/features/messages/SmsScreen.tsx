import { Button } from 'antd';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';

const MessageDialog = lazyPart(async () => (await import('./MessageDialog.tsx')).MessageDialog);

/**
 * Shows the dialog of text messages for the order that the address names: `workorderCode` of the query, else the
 * code of the route (S2 §2). Links of other pages and systems open it; closing it returns to them.
 */
export function SmsScreen() {
  const params = useParams();
  const [query] = useSearchParams();
  const code = (query.get('workorderCode') ?? '').trim() || (params.code ?? '');
  const [isOpen, setOpen] = useState(true);
  const { back, crumbs } = useReturnPath('/messages');
  const close = () => setOpen(false);
  return (
    <Page title="发送短信" back={back} {...(crumbs && { crumbs })}>
      {code === '' ? (
        <EmptyState title="没有指定办件" hint="请从办件的页面打开本页。" />
      ) : (
        <EmptyState
          title={`办件 ${code}`}
          hint="短信和发送记录在窗口中查看。"
          action={<Button onClick={() => setOpen(true)}>打开短信窗口</Button>}
        />
      )}
      {code !== '' && isOpen && (
        <MessageDialog
          key={code}
          kind="sms"
          code={code}
          onClose={() => {
            close();
            back();
          }}
          onLoadFailed={close}
        />
      )}
    </Page>
  );
}
