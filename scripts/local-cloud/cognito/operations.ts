import {
  adminDeleteUser,
  adminDisableUser,
  adminEnableUser,
  adminGetUser,
  adminSetUserPassword,
} from './admin-users.ts';
import { adminRespondToAuthChallenge } from './challenge.ts';
import { adminCreateUser } from './create-user.ts';
import { confirmForgotPassword, forgotPassword } from './forgot-password.ts';
import {
  adminAddUserToGroup,
  adminListGroupsForUser,
  adminRemoveUserFromGroup,
  createGroup,
  listUsersInGroup,
} from './groups.ts';
import { listUsers } from './lists.ts';
import type { Operation } from './operation.ts';
import { changePassword } from './own-account.ts';
import { createUserPool, createUserPoolClient, describeUserPoolClient, listUserPools } from './pools.ts';
import { adminUserGlobalSignOut, getTokensFromRefreshToken, revokeToken } from './sessions.ts';
import { adminInitiateAuth } from './sign-in.ts';
import {
  adminSetUserMfaPreference,
  associateSoftwareToken,
  setUserMfaPreference,
  setUserPoolMfaConfig,
  verifySoftwareToken,
} from './software-token.ts';

/** Everything the emulated Cognito does, by AWS's name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    AdminAddUserToGroup: adminAddUserToGroup,
    AdminCreateUser: adminCreateUser,
    AdminDeleteUser: adminDeleteUser,
    AdminDisableUser: adminDisableUser,
    AdminEnableUser: adminEnableUser,
    AdminGetUser: adminGetUser,
    AdminInitiateAuth: adminInitiateAuth,
    AdminListGroupsForUser: adminListGroupsForUser,
    AdminRemoveUserFromGroup: adminRemoveUserFromGroup,
    AdminRespondToAuthChallenge: adminRespondToAuthChallenge,
    AdminSetUserMFAPreference: adminSetUserMfaPreference,
    AdminSetUserPassword: adminSetUserPassword,
    AdminUserGlobalSignOut: adminUserGlobalSignOut,
    AssociateSoftwareToken: associateSoftwareToken,
    ChangePassword: changePassword,
    ConfirmForgotPassword: confirmForgotPassword,
    CreateGroup: createGroup,
    CreateUserPool: createUserPool,
    CreateUserPoolClient: createUserPoolClient,
    DescribeUserPoolClient: describeUserPoolClient,
    ForgotPassword: forgotPassword,
    GetTokensFromRefreshToken: getTokensFromRefreshToken,
    ListUserPools: listUserPools,
    ListUsers: listUsers,
    ListUsersInGroup: listUsersInGroup,
    RevokeToken: revokeToken,
    SetUserMFAPreference: setUserMfaPreference,
    SetUserPoolMfaConfig: setUserPoolMfaConfig,
    VerifySoftwareToken: verifySoftwareToken,
  }),
);
