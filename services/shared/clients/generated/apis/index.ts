// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './NotificationApi.js';
export * from './RegistrationApi.js';
export * from './UserApi.js';
