import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useState, useSyncExternalStore } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { isCallError } from '#web/api/call-error.ts';
import { chosenTheme, watchTheme } from '#web/api/chosen-theme.ts';
import { SessionGuard } from '#web/features/session/SessionGuard.tsx';
import { PrefetchScreen } from '#web/toolkit/page/prefetch-screen.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { routes } from './routes.tsx';
import { prefetchScreen } from './screens.tsx';
import styles from './shell/shell.module.css';
import { ToastContainer, toastContainer } from './shell/ToastContainer.tsx';
import { themes } from './theme.ts';

dayjs.locale('zh-cn');

export function App() {
  const [queryClient] = useState(createQueryClient);
  const phone = useMediaQuery(phoneQuery);
  const theme = useSyncExternalStore(watchTheme, chosenTheme);
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <ConfigProvider
      locale={zhCN}
      theme={themes[theme][phone ? 'phone' : 'desktop']}
      button={{ autoInsertSpace: false }}
      modal={{ styles: { header: { marginBottom: 12 }, footer: { marginTop: 20 } } }}
    >
      <AntApp className={styles.appRoot} message={{ getContainer: toastContainer }}>
        <ToastContainer />
        <QueryClientProvider client={queryClient}>
          <PrefetchScreen value={prefetchScreen}>
            <SessionGuard>
              <RouterProvider router={router} />
            </SessionGuard>
          </PrefetchScreen>
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
}

const freshSeconds = 15;
const retentionMinutes = 10;

/**
 * Creates the query client. A new answer counts as fresh for a moment, since live events report changes.
 * Refusals are never retried.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshSeconds * 1000,
        gcTime: retentionMinutes * 60_000,
        refetchOnWindowFocus: false,
        retry: (tries, failure) => tries < 1 && isCallError(failure) && failure.outcomeUnknown,
      },
    },
  });
}
