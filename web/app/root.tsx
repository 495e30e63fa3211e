import { Outlet, ScrollRestoration } from 'react-router';

export const Root = () => (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
);
