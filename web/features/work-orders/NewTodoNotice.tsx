import { BellOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useLiveEvent } from '#web/api/use-live-event.ts';

/** On a further page a new arrival cannot be seen, so a small word says that it is there. */
export function NewTodoNotice({ page }: { page: number }) {
  const [arrived, setArrived] = useState(false);
  useLiveEvent('inbox', () => setArrived(true));
  useEffect(() => {
    if (page === 1) setArrived(false);
  }, [page]);
  return (
    <span role="status" className="new-todo">
      {arrived && page > 1 && (
        <>
          <BellOutlined aria-hidden="true" /> 有新的待办，请查看第一页
        </>
      )}
    </span>
  );
}
