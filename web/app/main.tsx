import 'virtual:antd.css';
import 'virtual:tokens.css';
import '../toolkit/styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { App } from './App.tsx';
import { prefetchScreen } from './screens.tsx';

showTheme(chosenTheme());

/**
 * Time that the shell waits for the screen's code, which is usually cached: drawing both together is faster.
 */
const maxWaitMs = 100;

async function main(root: HTMLElement): Promise<void> {
  await Promise.race([
    prefetchScreen(location.pathname),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
  // As a transition, the first render yields to input; otherwise a slow phone does not react for half a
  // second.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (root) void main(root);
