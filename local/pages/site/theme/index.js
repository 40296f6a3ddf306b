import './colours.css'

export { default } from 'vitepress/theme'
