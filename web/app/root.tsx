import { Outlet, ScrollRestoration } from 'react-router';
import { SessionWatch } from './session-watch.tsx';

export const Root = () => (
  <>
    <Outlet />
    <SessionWatch />
    <ScrollRestoration />
  </>
);
