// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './RegistrationApi.js';
