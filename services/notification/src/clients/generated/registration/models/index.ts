// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './CourseGroup.js';
export * from './CourseIds.js';
export * from './ExportedRegistration.js';
export * from './HistoryEntry.js';
export * from './ModelError.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
export * from './Registration.js';
export * from './RegistrationStatus.js';
